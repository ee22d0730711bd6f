import { sql } from "drizzle-orm";
import { newId } from "./ids.server.ts";
import type { Database } from "./postgres.server.ts";

export interface TextMessage {
  /** +33612345678 */
  to: string;
  /** One segment of the GSM alphabet at most. */
  text: string;
}

export interface Texter {
  /** False without a provider outside the demo. */
  works: boolean;
  /** Never retries; returns the provider's id. @throws SmsFailure says whether to retry. */
  send(message: TextMessage): Promise<string>;
}

/** Refused for good, not taken now, or unknown since the answer was lost. */
export class SmsFailure extends Error {
  readonly outcome: "refused" | "not taken" | "unknown";

  constructor(outcome: SmsFailure["outcome"], cause: unknown) {
    super(`text message: ${outcome}`, { cause });
    this.outcome = outcome;
  }
}

/** Within the time of a job. */
const TIMEOUT_SECONDS = 8;

/** Brevo; transactional, since a stop code would make it an advertisement. */
export function createTexter(settings: {
  apiKey: string;
  sender: string;
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

const NOT_CONNECTED = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH"]);

function outcomeOf(error: unknown): SmsFailure["outcome"] {
  const { statusCode, cause } = error as { statusCode?: number; cause?: { cause?: unknown } };
  // A number that it does not write to; everything else that it refuses may be mended.
  if (statusCode === 400) return "refused";
  if (statusCode !== undefined && statusCode > 400 && statusCode < 504) return "not taken";
  const { code } = (cause?.cause ?? {}) as { code?: string };
  return code !== undefined && NOT_CONNECTED.has(code) ? "not taken" : "unknown";
}

/** Keeps messages only in the demo, where anybody can read them. */
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
