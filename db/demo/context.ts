import { and, eq, type SQL } from "drizzle-orm";
import type { Context } from "#core/context.server.ts";
import { mails } from "#core/tables.server.ts";
import { createRegisterStandIn } from "#platform/company-register.server.ts";
import { readConfig } from "#platform/config.server.ts";
import { createFiles } from "#platform/files.server.ts";
import { createIcal } from "#platform/ical/ical.server.ts";
import { newId } from "#platform/ids.server.ts";
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

export type DemoContext = Omit<Context, "actor" | "now">;

/** Takes these mails for sent: nobody waits for news from before the demo was there. */
export async function noteSent(db: Database, which: SQL): Promise<void> {
  await db
    .update(mails)
    .set({ status: "sent", sentAt: mails.createdAt, secrets: null })
    .where(and(eq(mails.status, "queued"), which));
}

/** A context for the use cases; their jobs run on the spot, so that none is left for the worker. */
export function makeContext(db: Database, env: NodeJS.ProcessEnv): DemoContext {
  const config = readConfig(env);
  return {
    config,
    db,
    reads: db,
    readers: readersWithoutReplica(db),
    stripe: createStripe(config.stripe),
    mailer: createMailer(config.smtpUrl, config.mailFrom),
    texter: createTextCatcher(db, config.demo),
    pusher: createPushCatcher(db, config.pushKey),
    files: createFiles(config),
    jobs: { async send() {} },
    limits: createLimits(db.$client),
    passwords: createPasswords(),
    outside: createOutside(),
    companies: createRegisterStandIn(db),
    geocoder: null,
    operator: null,
    ical: createIcal(),
    log: createLogger(config.logLevel),
    address: null,
    userAgent: null,
    requestId: newId(),
  };
}
