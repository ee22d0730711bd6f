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
const API_BASE = "https://api.brevo.com/v3";

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
      const message = {
        recipient: to.replace("+", ""),
        sender: settings.sender,
        content: text,
        type: "transactional",
        unicodeEnabled: false,
      };
      try {
        const answer = await fetch(`${settings.apiBase ?? API_BASE}/transactionalSMS/send`, {
          method: "POST",
          headers: { "api-key": settings.apiKey, "content-type": "application/json" },
          body: JSON.stringify(message),
          signal: AbortSignal.timeout(1_000 * (settings.timeoutSeconds ?? TIMEOUT_SECONDS)),
        });
        if (!answer.ok) {
          throw new SmsFailure(outcomeOf(answer.status), new Error(await answer.text()));
        }
        const { messageId } = (await answer.json()) as { messageId: number };
        return String(messageId);
      } catch (error) {
        if (error instanceof SmsFailure) throw error;
        const isUnheard = NOT_CONNECTED.has(codeOf(error));
        throw new SmsFailure(isUnheard ? "not taken" : "unknown", error);
      }
    },
  };
}

const NOT_CONNECTED = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH"]);

/** Of `fetch`, which says it of its cause. */
const codeOf = (error: unknown) =>
  String((error as { cause?: { code?: unknown } | null }).cause?.code);

function outcomeOf(status: number): SmsFailure["outcome"] {
  // A number that it does not write to; everything else that it refuses may be mended.
  if (status === 400) return "refused";
  return status < 504 ? "not taken" : "unknown";
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
