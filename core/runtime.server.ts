import { createCompanyRegister, createRegisterStandIn } from "#platform/company-register.server.ts";
import { readConfig } from "#platform/config.server.ts";
import { createFiles } from "#platform/files.server.ts";
import { createGeocoder, createGeocoderStandIn } from "#platform/geocoder.server.ts";
import { createIcal } from "#platform/ical/ical.server.ts";
import { newId } from "#platform/ids.server.ts";
import { carrying, createJobs, type JobRunner } from "#platform/job-queue.server.ts";
import { createLimits } from "#platform/limits.server.ts";
import { createLogger } from "#platform/log.server.ts";
import { createMailer } from "#platform/mail.server.ts";
import { createOutside } from "#platform/outside-requests.server.ts";
import { createPasswords } from "#platform/passwords.server.ts";
import { createDatabase, createPool } from "#platform/postgres.server.ts";
import { createPushCatcher, createPusher } from "#platform/push.server.ts";
import { createReaders, readersWithoutReplica } from "#platform/readers.server.ts";
import { createTextCatcher, createTexter } from "#platform/sms.server.ts";
import { createStripe } from "#platform/stripe.server.ts";
import * as addresses from "#site/addresses.ts";
import type { Context, Runtime } from "./context.server.ts";
import { JOB_NAMES, type JobMap } from "./jobs.ts";

/** Longer than PostgreSQL lets a statement run; backups are a command with more time. */
const PATIENCE_MS = 9_000;

export interface OpenRuntime extends Runtime {
  jobs: JobRunner<JobMap>;
  close(): Promise<void>;
}

export async function openRuntime(
  env: NodeJS.ProcessEnv,
  processName: "server" | "worker" | "cli",
): Promise<OpenRuntime> {
  const config = readConfig(env);
  const log = createLogger(config.logLevel);
  const patience = processName === "cli" ? undefined : PATIENCE_MS;
  const pool = createPool(config.databaseUrl, `parenthese-${processName}`, patience);
  pool.on("error", (error) => log.warn({ err: error }, "an idle database connection was lost"));
  const db = createDatabase(pool);
  const { databaseUrl: primaryUrl, replicaUrl } = config;
  const readers =
    replicaUrl && processName === "server"
      ? createReaders(db, {
          ...{ primaryUrl, replicaUrl, name: `parenthese-${processName}` },
          onTurn: (words, state) => log.warn(state, words),
        })
      : readersWithoutReplica(db);
  const passwords = createPasswords();
  const mailer = createMailer(config.smtpUrl, config.mailFrom);
  const jobs = await createJobs<JobMap>(db, log, JOB_NAMES);
  const ical = createIcal();
  // The demo's own calendar is the only internal address that may be read.
  const outside = createOutside(
    config.demo ? { allowed: config.appUrl + addresses.demoCalendar } : {},
  );
  const { pushKey } = config;
  return {
    config,
    db,
    readers,
    stripe: createStripe(config.stripe),
    mailer,
    texter: config.sms ? createTexter(config.sms) : createTextCatcher(db, config.demo),
    pusher:
      config.demo || !pushKey
        ? createPushCatcher(db, pushKey)
        : createPusher(outside, { privateKey: pushKey, contact: config.contactTo }),
    files: createFiles(config),
    jobs,
    limits: createLimits(pool),
    passwords,
    outside,
    companies: config.companyRegister
      ? createCompanyRegister(outside, config.companyRegister)
      : createRegisterStandIn(db),
    geocoder: config.geocoder
      ? createGeocoder(outside, config.geocoder)
      : config.demo
        ? createGeocoderStandIn()
        : null,
    ical,
    log,
    now: () => new Date(),
    async close() {
      await jobs.stop();
      mailer.close();
      await passwords.close();
      await ical.close();
      await readers.close();
      await pool.end();
    },
  };
}

/** Opens a visitor's context, whose id also marks its logs and jobs. */
export function openContext(runtime: Runtime, requestId = newId()): Context {
  return {
    ...runtime,
    reads: runtime.db,
    jobs: carrying(runtime.jobs, requestId),
    actor: null,
    operator: null,
    address: null,
    userAgent: null,
    requestId,
    log: runtime.log.child({ requestId }),
  };
}
