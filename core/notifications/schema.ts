import type { Context } from "../context.server.ts";
import type { MAILS, MailKind } from "./labels.ts";

export type MailData<Kind extends MailKind> = (typeof MAILS)[Kind]["data"];

export type SecretsOf<Kind extends MailKind> = Kind extends MailKind
  ? (typeof MAILS)[Kind] extends { secrets: infer Secrets }
    ? Secrets
    : null
  : never;

/** One mail of the outbox, as its reader gets it. */
export interface QueuedMail<Kind extends MailKind = MailKind> {
  id: string;
  kind: Kind;
  to: string;
  data: MailData<Kind>;
  secrets: SecretsOf<Kind>;
}

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
  /** The address for answers, when it is not the sender's. */
  replyTo?: string | { name: string; address: string };
  attachments?: { filename: string; content: string; contentType: string }[];
}

/** A mail as an act would send it. */
export interface RehearsedMail extends Pick<RenderedMail, "subject" | "html"> {
  to: string;
}

/** Passed in by the worker, because templates are React. Null: the mail has become pointless. */
export type RenderMail = (ctx: Context, mail: QueuedMail) => Promise<RenderedMail | null>;

/** A mail that the demo's own mail server received, or a message that came another way. */
export interface DemoMail {
  id: string;
  channel: "mail" | "sms" | "push";
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The names of its files. */
  attachments: string[];
  sentAt: Date;
}
