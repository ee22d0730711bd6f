import { once } from "node:events";
import net from "node:net";
import { eq, sql } from "drizzle-orm";
import { SMTPServer } from "smtp-server";
import { describe, expect, onTestFinished, test } from "vitest";
import { legal } from "#core/site.ts";
import { mailsOf } from "#mails/render.ts";
import { newId } from "#platform/ids.server.ts";
import { createJobs } from "#platform/job-queue.server.ts";
import { createLogger } from "#platform/log.server.ts";
import { createMailer } from "#platform/mail.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import { makeContext, NOW } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { deliverMails, openMailbox } from "#test/make/mailbox.ts";
import { makeUser } from "#test/make/people.ts";
import type { Context } from "../context.server.ts";
import { JOB_NAMES, type JobMap } from "../jobs.ts";
import { mails, verifications } from "../tables.server.ts";
import { enqueueMail, enqueueMails } from "./enqueue-mail.server.ts";
import { isGivenUp, MAIL_PATIENCE } from "./rules.ts";
import { sendMail } from "./send-mail.server.ts";

/** A mail that never becomes pointless: the address has an account already. */
async function enqueue(ctx: Context, to: string, reference = newId()): Promise<boolean> {
  return enqueueMail(ctx, ctx.db, {
    kind: "confirm-email",
    reference,
    to,
    data: {},
    secrets: { token: "secret" },
  });
}

const outbox = (db: Database) => db.select().from(mails).orderBy(mails.id);

describe("what goes in", () => {
  dataTest("one mail of a kind for a reference, whoever asks and however often", async ({ db }) => {
    const ctx = makeContext(db);
    const asked = await Promise.all(
      Array.from({ length: 10 }, () => enqueue(ctx, "camille@example.fr", "same")),
    );
    expect(asked.filter(Boolean)).toHaveLength(1);
    expect(await outbox(db)).toHaveLength(1);
  });

  dataTest(
    "of several, each that is new and to somebody, with a job of its own",
    async ({ db }) => {
      const ctx = makeContext(db);
      await enqueue(ctx, "camille@example.fr", "known");
      const mail = { kind: "confirm-email", data: {}, secrets: { token: "secret" } } as const;
      const queued = await enqueueMails(ctx, db, [
        { ...mail, reference: "known", to: "camille@example.fr" },
        { ...mail, reference: "one", to: "ines@example.fr" },
        { ...mail, reference: "other", to: "leo@example.fr" },
      ]);
      expect(queued).toBe(2);
      const sent = await outbox(db);
      expect(sent.map(({ reference }) => reference).sort()).toEqual(["known", "one", "other"]);
      const jobs = await db.execute<{ id: string }>(sql`
      select data->>'mailId' as id from pgboss.job
      where name = 'send-mail'`);
      expect(jobs.rows.map(({ id }) => id).sort()).toEqual(sent.map(({ id }) => id).sort());
    },
  );

  dataTest("nothing when the transaction around it fails", async ({ db }) => {
    const ctx = makeContext(db);
    await enqueue(ctx, "camille@example.fr");
    const failing = db.transaction(async (tx) => {
      await enqueueMail(ctx, tx, {
        kind: "reset-password",
        reference: "lost",
        to: "camille@example.fr",
        data: {},
        secrets: { token: "secret" },
      });
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await outbox(db)).toHaveLength(1);
    const { rows } = await db.execute(sql`select * from pgboss.job where name = 'send-mail'`);
    expect(rows).toHaveLength(1);
  });
});

describe("what goes out", () => {
  dataTest(
    "is sent once, in the words of that moment, and leaves no secret behind",
    async ({ db }) => {
      const box = await openMailbox();
      await makeUser(db, { email: "camille@example.fr" });
      const ctx = makeContext(db, { mailer: box.mailer });
      await enqueue(ctx, "camille@example.fr");
      const [mail] = await outbox(db);
      await deliverMails(ctx);
      await sendMail(ctx, { mailId: mail?.id ?? "" }, mailsOf(legal));
      await sendMail(ctx, { mailId: newId() }, mailsOf(legal));
      expect(box.mails).toHaveLength(1);
      expect(await outbox(db)).toMatchObject([
        { status: "sent", sentAt: NOW, secrets: null, attempts: 0, lastError: null },
      ]);
    },
  );

  dataTest("carries what mailboxes ask for, and nothing remote", async ({ db }) => {
    const box = await openMailbox();
    await makeUser(db, { email: "camille@example.fr" });
    const ctx = makeContext(db, { mailer: box.mailer });
    await enqueue(ctx, "camille@example.fr");
    const [row] = await outbox(db);
    await deliverMails(ctx);
    const [mail] = box.mails;
    expect(mail?.from).toEqual({ name: "Parenthèse", address: "bonjour@parenthese.example.fr" });
    expect(mail?.messageId).toBe(`<${row?.id}@localhost>`);
    const headers = Object.fromEntries(mail?.headers.map(({ key, value }) => [key, value]) ?? []);
    expect(headers).toMatchObject({
      to: "camille@example.fr",
      "auto-submitted": "auto-generated",
      "content-language": "fr",
      "mime-version": "1.0",
    });
    expect(headers["content-type"]).toMatch(/^multipart\/alternative/);
    expect(mail?.html).toContain('lang="fr"');
    expect(mail?.html).not.toMatch(/<img|<script|<link|<style|url\(|@import|src=/i);
    expect(mail?.text).toContain("http://localhost:3000/connexion");
    expect(mail?.text).not.toMatch(/<|&nbsp;|undefined/);
  });

  dataTest("is dropped when it has lost its point", async ({ db }) => {
    const box = await openMailbox();
    const ctx = makeContext(db, { mailer: box.mailer });
    await enqueue(ctx, "inconnue@example.fr");
    await deliverMails(ctx);
    expect(box.mails).toEqual([]);
    expect(await outbox(db)).toMatchObject([{ status: "dropped", secrets: null, sentAt: null }]);
  });
});

describe("a mail server that does not take mail", () => {
  dataTest(
    "fails the job, which keeps its turn; what it missed arrives complete",
    async ({ db }) => {
      const box = await openMailbox();
      await makeUser(db, { email: "camille@example.fr" });
      const ctx = makeContext(db, { mailer: box.mailer });
      await enqueue(ctx, "camille@example.fr");
      box.refuse = Object.assign(new Error("greylisted"), { responseCode: 451 });
      const [{ id: mailId } = { id: "" }] = await outbox(db);
      for (let i = 0; i < 4; i++) {
        await expect(sendMail(ctx, { mailId }, mailsOf(legal))).rejects.toThrow("greylisted");
      }
      expect(await outbox(db)).toMatchObject([
        { status: "queued", attempts: 4, secrets: { token: "secret" }, sentAt: null },
      ]);
      const [row] = await outbox(db);
      expect(row?.lastError).toContain("greylisted");
      // The queue tries again: nothing else is enqueued.
      const { rows } = await db.execute(sql`select 1 from pgboss.job where name = 'send-mail'`);
      expect(rows).toHaveLength(1);
      box.refuse = null;
      await deliverMails(ctx);
      expect(box.mails).toHaveLength(1);
      expect(await outbox(db)).toMatchObject([{ status: "sent", attempts: 4, secrets: null }]);
    },
  );

  test("loses nothing in an hour, and is not given up for three days", () => {
    const queued = new Date("2026-11-20T09:00:00Z");
    const later = (ms: number) => new Date(queued.getTime() + ms);
    expect(isGivenUp(queued, "", later(3_600_000))).toBe(false);
    expect(isGivenUp(queued, "", later(MAIL_PATIENCE - 1))).toBe(false);
    expect(isGivenUp(queued, "", later(MAIL_PATIENCE))).toBe(true);
  });

  dataTest("is given up after three days, secrets included", async ({ db }) => {
    const box = await openMailbox();
    let now = NOW;
    await makeUser(db, { email: "camille@example.fr" });
    const ctx = makeContext(db, { mailer: box.mailer, now: () => now });
    await enqueue(ctx, "camille@example.fr");
    box.refuse = new Error("no");
    now = new Date(NOW.getTime() + MAIL_PATIENCE);
    await deliverMails(ctx);
    const [row] = await outbox(db);
    expect(row).toMatchObject({ status: "dropped", secrets: null });
    expect(row?.lastError).toContain("no");
  });

  dataTest("that accepts and then says nothing costs some seconds, no more", async ({ db }) => {
    const silent = net.createServer(() => {});
    silent.listen(0, "127.0.0.1");
    await once(silent, "listening");
    const { port } = silent.address() as net.AddressInfo;
    const mailer = createMailer(`smtp://127.0.0.1:${port}`, "bonjour@parenthese.example.fr");
    onTestFinished(() => {
      mailer.close();
      silent.close();
    });
    await makeUser(db, { email: "camille@example.fr" });
    const ctx = makeContext(db, { mailer });
    await enqueue(ctx, "camille@example.fr");
    await deliverMails(ctx);
    // The wait for its greeting has ended, before the time of the whole sending did.
    expect(await outbox(db)).toMatchObject([
      { status: "queued", attempts: 1, lastError: "Greeting never received" },
    ]);
  });

  dataTest(
    "does not keep other mails, nor other jobs, waiting: the worker, then the server, then both",
    async ({ db }) => {
      const log = createLogger("silent");
      const jobs = await createJobs<JobMap>(db, log, JOB_NAMES);
      onTestFinished(() => jobs.stop());
      const taken: string[] = [];
      const server = new SMTPServer({
        disabledCommands: ["AUTH", "STARTTLS"],
        onData(stream, session, done) {
          stream.resume();
          stream.on("end", () => {
            taken.push(...session.envelope.rcptTo.map(({ address }) => address));
            done();
          });
        },
      });
      let isAway = true;
      // Its port stays reserved meanwhile, so that no other server can take it.
      const place = net.createServer((socket) => {
        if (isAway) socket.destroy();
        else server.server.emit("connection", socket);
      });
      place.listen(0, "127.0.0.1");
      await once(place, "listening");
      onTestFinished(() => {
        place.close();
      });
      const { port } = place.address() as net.AddressInfo;
      const mailer = createMailer(`smtp://127.0.0.1:${port}`, "bonjour@parenthese.example.fr");
      const ctx = makeContext(db, { jobs, mailer, now: () => new Date() });

      const people = ["a@example.fr", "b@example.fr", "c@example.fr"];
      for (const email of people) await makeUser(db, { email });
      let swept = 0;
      const handlers = Object.fromEntries(
        JOB_NAMES.map((name) => [name, async () => {}]),
      ) as unknown as {
        [Name in keyof JobMap]: (data: JobMap[Name]) => Promise<void>;
      };
      await jobs.work({
        ...handlers,
        "send-mail": (data) => sendMail(ctx, data, mailsOf(legal)),
        "sweep-listings": async () => {
          swept += 1;
        },
      });
      for (const email of people) await enqueue(ctx, email);
      const tried = async () => (await outbox(db)).filter(({ attempts }) => attempts > 0).length;
      await expect.poll(tried).toBe(people.length);
      await jobs.send(db, "sweep-listings", {});
      await expect.poll(() => swept).toBe(1);

      isAway = false;
      // A mail that has failed several times meanwhile comes again after half a minute.
      await expect.poll(() => taken.toSorted(), { timeout: 60_000 }).toEqual(people);
      await expect
        .poll(async () => (await outbox(db)).map(({ status }) => status))
        .toEqual(["sent", "sent", "sent"]);
      expect(taken).toHaveLength(people.length);
    },
  );
});

dataTest("a mail that cannot be rendered is tried again, and the others go", async ({ db }) => {
  const box = await openMailbox();
  await makeUser(db, { email: "camille@example.fr" });
  const ctx = makeContext(db, { mailer: box.mailer });
  await enqueue(ctx, "camille@example.fr", "broken");
  await enqueue(ctx, "camille@example.fr", "sound");
  await db.update(mails).set({ kind: "no-such-kind" }).where(eq(mails.reference, "broken"));
  await deliverMails(ctx);
  expect(box.mails).toHaveLength(1);
  const rows = await outbox(db);
  expect(rows.map(({ status, attempts }) => ({ status, attempts }))).toEqual([
    { status: "queued", attempts: 1 },
    { status: "sent", attempts: 0 },
  ]);
  expect(await db.select().from(verifications)).toEqual([]);
});
