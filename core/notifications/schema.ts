import type { Transaction } from "#platform/postgres.server.ts";
import type { Context } from "../context.server.ts";
import type { MAILS, MailKind } from "./labels.ts";

export type MailData<Kind extends MailKind> = (typeof MAILS)[Kind]["data"];

export type SecretsOf<Kind extends MailKind> = Kind extends MailKind
  ? (typeof MAILS)[Kind] extends { secrets: infer Secrets }
    ? Secrets
    : null
  : never;

export interface QueuedMail<Kind extends MailKind = MailKind> {
  id: string;
  kind: Kind;
  to: string;
  data: MailData<Kind>;
  secrets: SecretsOf<Kind>;
}

/** What a mail's reader finds. */
export type MailOf<Read extends (...asked: never[]) => Promise<unknown>> = NonNullable<
  Awaited<ReturnType<Read>>
>;

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
  /** Set when it is not the sender's. */
  replyTo?: string | { name: string; address: string };
  attachments?: { filename: string; content: string; contentType: string }[];
}

export interface RehearsedMail extends Pick<RenderedMail, "subject" | "html"> {
  to: string;
}

/** Gives back what a pointless mail was to tell, in the transaction that drops it. */
export type DropMail<Kind extends MailKind = MailKind> = (
  tx: Transaction,
  mail: QueuedMail<Kind>,
) => Promise<void>;

/** Passed in by the worker, because templates are React. */
export interface MailTemplates {
  /** Null: the mail has become pointless. */
  render(ctx: Context, mail: QueuedMail): Promise<RenderedMail | null>;
  onDrop: DropMail;
}

export interface DemoMail {
  id: string;
  channel: "mail" | "sms" | "push";
  to: string;
  subject: string;
  text: string;
  html: string;
  attachments: string[];
  sentAt: Date;
}
