import type { Context } from "../context.server.ts";

/**
 * Every mail that goes out and what its row keeps: ids of what it speaks of, never its words. What
 * is said is read when the mail is sent, by the reader that mails/kinds.ts names for the kind.
 */
export interface MailData {
  /** Somebody registered with this address (R25). */
  "confirm-email": { firstName: string };
  /** Somebody asked for a new password (R26). */
  "reset-password": object;
  /** An account was made for a guest who paid (R27). */
  "guest-credentials": { expiresAt: string };
}

/** What may not stay in the database once the mail is sent. */
export interface MailSecrets {
  "confirm-email": { token: string };
  "reset-password": { token: string };
  "guest-credentials": { password: string; token: string };
}

export type MailKind = keyof MailData;

export type SecretsOf<Kind extends MailKind> = Kind extends keyof MailSecrets
  ? MailSecrets[Kind]
  : null;

/** One mail of the outbox, as a reader gets it. */
export interface QueuedMail<Kind extends MailKind = MailKind> {
  id: string;
  kind: Kind;
  to: string;
  data: MailData[Kind];
  secrets: SecretsOf<Kind>;
}

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
  attachments?: { filename: string; content: string; contentType: string }[];
}

/** Given by the worker, because templates are React. Null: the mail has lost its point. */
export type RenderMail = (ctx: Context, mail: QueuedMail) => Promise<RenderedMail | null>;
