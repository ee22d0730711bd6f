import { eq } from "drizzle-orm";
import { expect, onTestFinished, vi } from "vitest";
import { requestPasswordReset } from "#core/accounts/passwords/request-password-reset.server.ts";
import { sendContactMessage } from "#core/contact/send-contact-message.server.ts";
import { JOB_NAMES, type JobMap, LANES } from "#core/jobs.ts";
import { enqueueMails } from "#core/notifications/enqueue-mail.server.ts";
import { sendMail } from "#core/notifications/send-mail.server.ts";
import { legal } from "#core/site.ts";
import { mails, messages } from "#core/tables.server.ts";
import { mailsOf } from "#mails/render.ts";
import { newId } from "#platform/ids.server.ts";
import { createJobs, type JobRunner } from "#platform/job-queue.server.ts";
import { createLogger } from "#platform/log.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import { makeContext } from "../../make/context.ts";
import { dataTest } from "../../make/database.ts";
import { openMailbox } from "../../make/mailbox.ts";
import { makeUser } from "../../make/people.ts";

/*
 * Hundreds of mails at once, worked as a process works them: what somebody waits for is among the
 * next to go, and the rest does not take all evening.
 */

const BULK = 2_000;

async function openPost(db: Database) {
  const box = await openMailbox();
  const jobs = await createJobs<JobMap>(db, createLogger("silent"), JOB_NAMES);
  onTestFinished(() => jobs.stop());
  const ctx = makeContext(db, { jobs, mailer: box.mailer, now: () => new Date() });
  const render = mailsOf(legal);
  let atOnce = 0;
  let most = 0;
  const work = () => {
    const others = Object.fromEntries(JOB_NAMES.map((name) => [name, async () => {}]));
    return jobs.work(
      {
        ...(others as unknown as Parameters<JobRunner<JobMap>["work"]>[0]),
        "send-mail": async (data) => {
          atOnce += 1;
          most = Math.max(most, atOnce);
          await sendMail(ctx, data, render);
          atOnce -= 1;
        },
      },
      LANES,
    );
  };
  /** Mails that nobody waits for, each to somebody else. */
  const queueBulk = async (count: number) => {
    await sendContactMessage(ctx, {
      name: "Julie Martin",
      email: "julie@example.fr",
      subject: "autre",
      message: "Bonjour, une question sur mes séances.",
    });
    const [message] = await db.select().from(messages);
    const messageId = message?.id ?? "";
    await enqueueMails(
      ctx,
      db,
      Array.from({ length: count - 1 }, (_, i) => ({
        kind: "message-received" as const,
        reference: newId(),
        to: `personne-${i}@example.fr`,
        data: { messageId },
      })),
    );
  };
  return { box, ctx, work, queueBulk, most: () => most };
}

dataTest(
  "a reset that is asked for behind hundreds of mails is among the next to arrive",
  { timeout: 300_000 },
  async ({ db }) => {
    const { email } = await makeUser(db, { email: "camille@example.fr" });
    const { box, ctx, work, queueBulk, most } = await openPost(db);
    await queueBulk(400);
    await work();
    const arrived = (count: number) =>
      vi.waitFor(() => expect(box.mails.length).toBeGreaterThanOrEqual(count), {
        timeout: 120_000,
        interval: 5,
      });
    await arrived(20);
    await requestPasswordReset(ctx, { email });
    const before = box.mails.length;
    const isReset = ({ recipients }: { recipients: string[] }) => recipients.includes(email);
    await vi.waitFor(() => expect(box.mails.some(isReset)).toBe(true), {
      timeout: 120_000,
      interval: 5,
    });
    // At most as many as were on their way at that moment, and some that were taken beside it.
    expect(box.mails.findIndex(isReset) - before).toBeLessThan(60);
    await arrived(401);
    // A mail is written down as sent a moment after it has arrived.
    await expect.poll(() => db.$count(mails, eq(mails.status, "sent"))).toBe(401);
    const ids = box.mails.map(({ messageId }) => messageId);
    expect(new Set(ids).size).toBe(401);
    expect(most()).toBeGreaterThan(1);
    expect(most()).toBeLessThanOrEqual(10);
  },
);

dataTest("fifty a second and more go out in bulk", { timeout: 600_000 }, async ({ db }) => {
  const { box, work, queueBulk } = await openPost(db);
  await queueBulk(BULK);
  await work();
  // Other work on this machine can only slow it down, so the best second of many counts.
  const perSecond: number[] = [];
  let last = performance.now();
  for (let count = 0; box.mails.length < BULK; ) {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const now = performance.now();
    perSecond.push(((box.mails.length - count) * 1_000) / (now - last));
    count = box.mails.length;
    last = now;
  }
  const sorted = perSecond.toSorted((a, b) => b - a);
  const quarter = sorted[sorted.length >> 2] ?? 0;
  console.log(
    `${BULK} mails in ${perSecond.length} s; in a quarter of the seconds ${quarter.toFixed(0)} or more`,
  );
  expect(quarter).toBeGreaterThan(50);
});
