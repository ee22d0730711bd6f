import { sql } from "drizzle-orm";
import { newId } from "./ids.server.ts";
import type { Database } from "./postgres.server.ts";

export interface TextMessage {
  /** A mobile, as +33612345678. */
  to: string;
  /** At most one segment of the GSM alphabet. */
  text: string;
}

export interface Texter {
  /** Whether anything arrives at all: without a provider, only the demo shows what it is given. */
  works: boolean;
  /**
   * Sends one text message, and never tries it twice.
   *
   * @returns the provider's name for it.
   * @throws SmsFailure which says whether it may be tried again.
   */
  send(message: TextMessage): Promise<string>;
}

/**
 * The reasons why a text message is not known to have gone: the provider will never take it; it did
 * not take it now; or its answer was lost, so that nobody knows.
 */
export class SmsFailure extends Error {
  readonly outcome: "refused" | "not taken" | "unknown";

  constructor(outcome: SmsFailure["outcome"], cause: unknown) {
    super(`text message: ${outcome}`, { cause });
    this.outcome = outcome;
  }
}

/** Longer than the provider takes, well within the time of a job. */
const TIMEOUT_SECONDS = 8;

/** Brevo, by its SDK. Transactional: a stop code in the text would make it an advertisement. */
export function createTexter(settings: {
  apiKey: string;
  sender: string;
  /** Another address than Brevo's own. */
  apiBase: string | null;
  timeoutSeconds?: number;
}): Texter {
  return {
    works: true,
    async send({ to, text }) {
      // Five hundred modules, which most processes never need.
      const { TransactionalSmsClient } = await import("@getbrevo/brevo/transactionalSms");
      const client = new TransactionalSmsClient({
        apiKey: settings.apiKey,
        maxRetries: 0,
        timeoutInSeconds: settings.timeoutSeconds ?? TIMEOUT_SECONDS,
        ...(settings.apiBase && { baseUrl: settings.apiBase }),
      });
      try {
        const { messageId } = await client.sendAsyncTransactionalSms({
          recipient: to.replace("+", ""),
          sender: settings.sender,
          content: text,
          type: "transactional",
          unicodeEnabled: false,
        });
        return String(messageId);
      } catch (error) {
        throw new SmsFailure(outcomeOf(error), error);
      }
    },
  };
}

/** Codes of connections that were never made, so that nothing can have been taken. */
const NOT_CONNECTED = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH"]);

function outcomeOf(error: unknown): SmsFailure["outcome"] {
  const { statusCode, cause } = error as { statusCode?: number; cause?: { cause?: unknown } };
  // A number that it does not write to; everything else that it refuses may be mended.
  if (statusCode === 400) return "refused";
  if (statusCode !== undefined && statusCode > 400 && statusCode < 504) return "not taken";
  const { code } = (cause?.cause ?? {}) as { code?: string };
  return code !== undefined && NOT_CONNECTED.has(code) ? "not taken" : "unknown";
}

/**
 * Stands in where no provider is configured. In the demo text messages lie beside its mails, under
 * /demo/mails; elsewhere none is kept, because that box is read by anybody.
 */
export function createTextCatcher(db: Database, isDemo: boolean): Texter {
  return {
    works: isDemo,
    async send({ to, text }) {
      if (!isDemo) throw new SmsFailure("refused", new Error("no provider is configured"));
      const id = newId();
      await db.execute(sql`insert into demo_mails (id, "to", subject, text, html, channel)
        values (${id}, ${to}, ${text}, ${text}, '', 'sms')`);
      return id;
    },
  };
}
