import { createTransport, type SendMailOptions, type Transporter } from "nodemailer";

export interface Mailer {
  /** @throws Error if no server took it, or `signal` ended it first. */
  send(message: SendMailOptions, signal?: AbortSignal): Promise<void>;
  close(): void;
}

/** Mail servers limit a client's connections. */
const MAX_CONNECTIONS = 10;
const IDLE_MS = 5_000;

/** Short time-outs suffice, since the outbox retries. */
export function createMailer(smtpUrl: string, from: string): Mailer {
  const url = new URL(smtpUrl);
  const transport: Transporter = createTransport({
    host: url.hostname,
    port: Number(url.port || (url.protocol === "smtps:" ? 465 : 587)),
    secure: url.protocol === "smtps:",
    ...(url.username && {
      auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    }),
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    idleTimeout: IDLE_MS,
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    socketTimeout: 10_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(message, signal) {
      await transport.sendMail({ from, ...message, ...(signal && { signal }) });
    },
    close: () => transport.close(),
  };
}
