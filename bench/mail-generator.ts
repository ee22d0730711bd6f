import fs from "node:fs";
import { createTransport } from "nodemailer";

/*
 * node bench/mail-generator.ts <port> <connections> <file>
 *
 * Sends the messages of a file, [from, to, raw] each, over so many connections: what sending alone takes.
 */
const [port, connections, file = ""] = process.argv.slice(2);
const messages = JSON.parse(fs.readFileSync(file, "utf8")) as [string, string, string][];
const transport = createTransport({
  host: "127.0.0.1",
  port: Number(port),
  pool: true,
  maxConnections: Number(connections),
  maxMessages: Number.POSITIVE_INFINITY,
});
await Promise.all(
  messages.map(([from, to, raw]) => transport.sendMail({ envelope: { from, to }, raw })),
);
transport.close();
