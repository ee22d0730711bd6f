import { once } from "node:events";
import type net from "node:net";
import { and, asc, eq, sql } from "drizzle-orm";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { onTestFinished } from "vitest";
import { issueTemporaryPassword } from "#core/accounts/passwords/mail-access-links.server.ts";
import type { Context } from "#core/context.server.ts";
import type { JobMap } from "#core/jobs.ts";
import { sendMail } from "#core/notifications/send-mail.server.ts";
import { legal } from "#core/site.ts";
import { mails } from "#core/tables.server.ts";
import { mailsOf } from "#mails/render.ts";
import { createMailer, type Mailer } from "#platform/mail.server.ts";
import type { Database } from "#platform/postgres.server.ts";

export interface ReceivedMail extends Email {
  /** The address that SMTP delivered to, whatever its header says. */
  recipients: string[];
  /** The message as it came over the wire. */
  raw: string;
}

export interface Mailbox {
  /** Sends over SMTP to this box; give it to `makeContext`. */
  mailer: Mailer;
  url: string;
  mails: ReceivedMail[];
  /** The server's refusal of every message; null accepts them. */
  refuse: Error | null;
}

/** A real SMTP server on a port of its own, until the test ends. */
export async function openMailbox(): Promise<Mailbox> {
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    closeTimeout: 200,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", async () => {
        if (box.refuse) return done(box.refuse);
        const raw = Buffer.concat(chunks).toString();
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        box.mails.push({ ...(await PostalMime.parse(raw)), recipients, raw });
        done();
      });
    },
  });
  server.on("error", (error: NodeJS.ErrnoException) => {
    // A sender that is killed hangs up in the middle: an error too, and nothing to stop for.
    if (error.code !== "ECONNRESET" && error.code !== "EPIPE") throw error;
  });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as net.AddressInfo;
  const url = `smtp://127.0.0.1:${port}`;
  const mailer = createMailer(url, "Parenthèse <bonjour@parenthese.example.fr>");
  const box: Mailbox = { mailer, url, mails: [], refuse: null };
  onTestFinished(async () => {
    mailer.close();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return box;
}

/** Does the worker's part for every guest whose temporary password was asked for. */
export async function issueTemporaryPasswords(ctx: Context): Promise<void> {
  const queue = await ctx.db.execute(sql`select to_regclass('pgboss.job') as made`);
  if (!queue.rows[0]?.made) return;
  const { rows } = await ctx.db.execute<{ data: JobMap["issue-temporary-password"] }>(sql`
    delete from pgboss.job where name = 'issue-temporary-password' and state = 'created'
    returning data`);
  for (const { data } of rows) await issueTemporaryPassword(ctx, data);
}

/** Does the worker's part with every mail in the outbox, oldest first; what fails waits. */
export async function deliverMails(ctx: Context): Promise<void> {
  await issueTemporaryPasswords(ctx);
  const waiting = await ctx.db
    .select({ mailId: mails.id })
    .from(mails)
    .where(eq(mails.status, "queued"))
    .orderBy(asc(mails.id));
  for (const mail of waiting) await sendMail(ctx, mail, mailsOf(legal)).catch(() => {});
}

/** The mails that waited until now, as they reach a mailbox of their own. */
export async function receiveMails(ctx: Context): Promise<ReceivedMail[]> {
  const { mailer, mails } = await openMailbox();
  await deliverMails({ ...ctx, mailer });
  return mails;
}

/** The tokens of the links by which this mailbox goes on with bookings, in mails that wait; oldest first. */
export async function bookingTokens(db: Database, email: string): Promise<string[]> {
  const rows = await db
    .select({ secrets: mails.secrets })
    .from(mails)
    .where(and(eq(mails.kind, "booking-link"), eq(mails.toAddress, email)))
    .orderBy(asc(mails.id));
  return rows.map(({ secrets }) => (secrets as { token: string }).token);
}

/** The token of the one-time link in a mail. */
export function tokenIn(mail: ReceivedMail | undefined): string {
  const token = mail?.text?.match(/[?&]jeton=([\w.-]+)/)?.[1];
  if (!token) throw new Error(`no link in « ${mail?.subject} »`);
  return token;
}
