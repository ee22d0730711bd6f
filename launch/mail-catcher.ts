import { once } from "node:events";
import fs from "node:fs";
import pg from "pg";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import { newId } from "#platform/ids.server.ts";

const MAX_MAIL_BYTES = 10 * 1024 * 1024;

/** Parses one message and stores it, once for all its recipients. */
async function store(pool: pg.Pool, raw: Buffer, recipients: string[]): Promise<void> {
  const mail = await PostalMime.parse(raw, { attachmentEncoding: "base64" });
  const attachments = mail.attachments.map(({ filename, mimeType, content }) => ({
    filename: filename ?? "piece-jointe",
    contentType: mimeType,
    content,
  }));
  const { subject = "", text = "", html = "" } = mail;
  await pool.query(
    `INSERT INTO demo_mails (id, "to", subject, text, html, attachments)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [newId(), recipients.join(", "), subject, text, html, JSON.stringify(attachments)],
  );
}

/**
 * The demo's mail server: takes in every mail and stores it in the table `demo_mails`, which
 * /demo/mails shows. Nothing leaves the machine. It ends with the launcher.
 */
export async function startMailCatcher({
  databaseUrl,
  port,
  logFile,
}: {
  databaseUrl: string;
  port: number;
  logFile: string;
}): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  const report = ({ message }: Error) => fs.appendFileSync(logFile, `${message}\n`);
  pool.on("error", report);
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    size: MAX_MAIL_BYTES,
    onRcptTo({ address }, _session, done) {
      // As a server answers for somebody whom it does not know, so that a mail comes back in the demo too.
      const isUnknown = address.endsWith("@introuvable.example");
      const refusal = Object.assign(new Error("5.1.1 no such mailbox here"), { responseCode: 550 });
      done(isUnknown ? refusal : null);
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        if (stream.sizeExceeded) {
          done(Object.assign(new Error("message too large"), { responseCode: 552 }));
          return;
        }
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        store(pool, Buffer.concat(chunks), recipients).then(
          () => done(),
          (error: Error) => {
            report(error);
            // « Try again later »: the sender keeps it.
            done(Object.assign(new Error("not stored, try again"), { responseCode: 451 }));
          },
        );
      });
    },
  });
  const listening = once(server.server, "listening");
  server.listen(port, "127.0.0.1");
  await listening;
  // A client that hangs up in the middle is an error too, but no reason to stop.
  server.on("error", report);
}
