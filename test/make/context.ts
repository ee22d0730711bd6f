import { eq } from "drizzle-orm";
import type { Actor, Context } from "#core/context.server.ts";
import { JOB_NAMES, type JobMap } from "#core/jobs.ts";
import { professionalProfiles, professionalSubscriptions, profiles } from "#core/tables.server.ts";
import { createRegisterStandIn } from "#platform/company-register.server.ts";
import { type Config, readConfig } from "#platform/config.server.ts";
import { createFiles } from "#platform/files.server.ts";
import { createIcal } from "#platform/ical/ical.server.ts";
import { newId } from "#platform/ids.server.ts";
import { createJobs, type JobRunner, type Jobs } from "#platform/job-queue.server.ts";
import { createLimits } from "#platform/limits.server.ts";
import { createLogger } from "#platform/log.server.ts";
import { createMailer } from "#platform/mail.server.ts";
import { createOutside } from "#platform/outside-requests.server.ts";
import { createPasswords } from "#platform/passwords.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import { createPushCatcher } from "#platform/push.server.ts";
import { readersWithoutReplica } from "#platform/readers.server.ts";
import { createTextCatcher } from "#platform/sms.server.ts";
import { createStripe } from "#platform/stripe.server.ts";

/** The time in tests unless they say otherwise: Friday 20 November 2026, 10:00 in Paris. */
export const NOW = new Date("2026-11-20T09:00:00Z");

/** The configuration of a test's process: real values, with nobody at the other end. */
export function makeConfig(overrides: Partial<Config> = {}): Config {
  const config = readConfig({
    DATABASE_URL: "postgres://localhost/unused",
    STRIPE_SECRET_KEY: "sk_test_parenthese",
    STRIPE_WEBHOOK_SECRET: "whsec_platform",
    STRIPE_CONNECT_WEBHOOK_SECRET: "whsec_connect",
    STRIPE_API_BASE: "http://127.0.0.1:9",
    VAPID_PRIVATE_KEY: "BoFAbHkXeJa5b3fM1GkcM6wAo6OKc8LxYrYq2yGZr3k",
    ENCRYPTION_KEY: "1GkcM6wAo6OKc8LxYrYq2yGZr3kBoFAbHkXeJa5b3fM",
    STRIPE_SIMULATED: "1",
    SMTP_URL: "smtp://127.0.0.1:9",
    LOG_LEVEL: "silent",
  });
  return { ...config, ...overrides };
}

const log = createLogger("silent");
/** A thousandth of what a hash costs on the site: hashing was a third of what all tests compute. */
export const CHEAP = 16;
/** Lets in as many as a test sends, however long a machine that does much else takes to start a thread. */
export const UNHURRIED = { entering: 10_000, waiting: 10_000, patience: 120_000 };
/** Its threads are those of the whole test file, and end with it. */
export const passwords = createPasswords({ ...UNHURRIED, cost: CHEAP });
/** The same, for calendars; however long a machine that does much else takes to start one. */
const ical = createIcal({ patience: 60_000 });
/** Nobody is found outside, until a test brings somebody. */
const outside = createOutside({ resolve: async () => [] });
const runners = new Map<Database, Promise<JobRunner<JobMap>>>();

/** The test database's real queue, started with the first job. */
function lazyJobs(db: Database): Jobs<JobMap> {
  return {
    async send(tx, name, data, options) {
      await (await startJobs(db)).send(tx, name, data, options);
    },
  };
}

/**
 * Starts the queue before many need it at once: each may hold a connection in a transaction of its
 * own, and none would be left to start with.
 */
export function startJobs(db: Database): Promise<JobRunner<JobMap>> {
  const runner = runners.get(db) ?? createJobs<JobMap>(db, log, JOB_NAMES);
  runners.set(db, runner);
  return runner;
}

/** Ends the queue that contexts of this database started, if any. */
export async function stopJobs(db: Database): Promise<void> {
  const runner = runners.get(db);
  runners.delete(db);
  await (await runner)?.stop();
}

type ContextOptions = Partial<Omit<Context, "now" | "db">> & {
  /** An instant that stands still, or a clock. */
  now?: Date | (() => Date);
};

/**
 * A context as the doors build one, with the clock in the test's hand. By default a visitor at
 * {@link NOW}. Everything in it is real; the provider and the mail server are addresses where
 * nobody answers, until a test gives its own.
 */
export function makeContext(db: Database, options: ContextOptions = {}): Context {
  const { now = NOW, config = makeConfig(), ...given } = options;
  return {
    config,
    db,
    reads: db,
    readers: readersWithoutReplica(db),
    stripe: createStripe(config.stripe),
    mailer: createMailer(config.smtpUrl, config.mailFrom),
    texter: createTextCatcher(db, true),
    pusher: createPushCatcher(db, config.pushKey),
    files: createFiles(config),
    jobs: lazyJobs(db),
    limits: createLimits(db.$client),
    passwords,
    outside,
    companies: createRegisterStandIn(db),
    geocoder: null,
    ical,
    log,
    actor: null,
    operator: null,
    address: "203.0.113.7",
    userAgent: null,
    requestId: newId(),
    ...given,
    now: typeof now === "function" ? now : () => now,
  };
}

/** The actor that a login of this user would be. */
export async function actorOf(db: Database, userId: string): Promise<Actor> {
  const [profile] = await db.select().from(profiles).where(eq(profiles.id, userId));
  if (!profile) throw new Error(`no profile ${userId}`);
  const ownProfessionals = await db
    .select({ id: professionalProfiles.id, createdAt: professionalProfiles.createdAt })
    .from(professionalProfiles)
    .where(eq(professionalProfiles.userId, userId));
  const subscriptions = await db
    .select({ status: professionalSubscriptions.status })
    .from(professionalSubscriptions)
    .where(eq(professionalSubscriptions.userId, userId));
  const newest = ownProfessionals.sort((a, b) => +b.createdAt - +a.createdAt)[0];
  return {
    userId,
    email: profile.email,
    firstName: profile.firstName,
    lastName: profile.lastName,
    isClient: profile.isClient,
    isPro: profile.isPro,
    professionalId: newest?.id ?? null,
    hasActiveSubscription: subscriptions.some(({ status }) => status === "active"),
    mustChangePassword: false,
  };
}
