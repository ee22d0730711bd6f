import { eq, sql } from "drizzle-orm";
import { expect, onTestFinished, vi } from "vitest";
import { HOUR, MINUTE } from "#core/durations.ts";
import { JOB_NAMES, type JobMap } from "#core/jobs.ts";
import { enqueueMail } from "#core/notifications/enqueue-mail.server.ts";
import { sendMail } from "#core/notifications/send-mail.server.ts";
import { legal } from "#core/site.ts";
import { mails } from "#core/tables.server.ts";
import { mailsOf } from "#mails/render.ts";
import { newId } from "#platform/ids.server.ts";
import { createJobs } from "#platform/job-queue.server.ts";
import { createLogger } from "#platform/log.server.ts";
import { createMailer } from "#platform/mail.server.ts";
import { makeContext, NOW } from "../../make/context.ts";
import { dataTest } from "../../make/database.ts";
import { openMailbox } from "../../make/mailbox.ts";
import { makeUser } from "../../make/people.ts";

/** A port on which nobody listens. */
const NOWHERE = "smtp://127.0.0.1:9";
const COUNT = 100;

/*
 * The queue with its own retries, in the database's time, which moves together with ours: an hour
 * passes in steps of five minutes, and each step waits until everything due has been tried.
 */
dataTest(
  "a mail server that is away for an hour gets every mail once it is back",
  {
    timeout: 600_000,
  },
  async ({ db }) => {
    const box = await openMailbox();
    const away = createMailer(NOWHERE, "Parenthèse <a@example.fr>");
    onTestFinished(() => away.close());
    let passed = 0;
    let mailer = away;
    const ctx = makeContext(db, { now: () => new Date(NOW.getTime() + passed) });
    const jobs = await createJobs<JobMap>(db, createLogger("silent"), JOB_NAMES);
    onTestFinished(() => jobs.stop());
    const render = mailsOf(legal);
    await jobs.work({
      "send-mail": (data: JobMap["send-mail"]) => sendMail({ ...ctx, jobs, mailer }, data, render),
    } as unknown as Parameters<typeof jobs.work>[0]);

    const due = async () => {
      const { rows } = await db.execute<{ count: number }>(sql`
      select count(*)::int as count from pgboss.job where name = 'send-mail'
      and (state = 'active' or state in ('created', 'retry') and start_after <= now())`);
      return rows[0]?.count ?? 0;
    };
    const untilTried = () => vi.waitFor(async () => expect(await due()).toBe(0), 60_000);
    const pass = async (milliseconds: number) => {
      passed += milliseconds;
      await db.execute(sql`update pgboss.job set
      start_after = start_after - ${`${milliseconds} milliseconds`}::interval,
      keep_until = keep_until - ${`${milliseconds} milliseconds`}::interval
      where name = 'send-mail' and state in ('created', 'retry')`);
      await untilTried();
    };
    const write = async () => {
      const { email } = await makeUser(db);
      const to = { reference: newId(), to: email, data: {}, secrets: { token: "secret" } };
      await enqueueMail({ ...ctx, jobs }, db, { kind: "confirm-email", ...to });
    };
    for (const _ of Array(COUNT)) await write();
    await untilTried();
    while (passed < HOUR) {
      await pass(5 * MINUTE);
      // Others go on writing.
      await write();
    }
    const waiting = await db.select().from(mails);
    expect(waiting.every(({ status }) => status === "queued")).toBe(true);
    expect(Math.max(...waiting.map(({ attempts }) => attempts))).toBeGreaterThan(6);
    expect(box.mails).toEqual([]);

    mailer = box.mailer;
    // No mail waits longer than five minutes for its next try.
    await pass(5 * MINUTE);
    await untilTried();
    expect(await db.$count(mails, eq(mails.status, "sent"))).toBe(waiting.length);
    const ids = box.mails.map(({ messageId }) => messageId);
    expect(ids).toHaveLength(waiting.length);
    expect(new Set(ids).size).toBe(ids.length);
  },
);
