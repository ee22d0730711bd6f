import type { ZodType } from "zod";
import { type Outside, type OutsideAnswer, OutsideError } from "./outside-requests.server.ts";

export class ServiceAway extends Error {
  constructor(service: string, cause: unknown) {
    super(`${service} gave no answer`, { cause });
    this.name = "ServiceAway";
  }
}

const TRIES = 3;
/** Three attempts end well within a job's 30 s. */
const TIMEOUT_MS = 5_000;
const PAUSE_MS = 500;
const MAX_BYTES = 1_000_000;

/** Asks a JSON service up to three times. @throws ServiceAway */
export async function askService<Answer>(
  outside: Outside,
  { service, url, answer }: { service: string; url: string; answer: ZodType<Answer> },
): Promise<Answer> {
  const away = (cause: unknown) => new ServiceAway(service, cause);
  const { status, bytes } = await askAgain(outside, url).catch((error) => {
    throw error instanceof OutsideError ? away(error) : error;
  });
  if (status !== 200) throw away(new Error(`status ${status}`));
  try {
    return answer.parse(JSON.parse(bytes.toString()));
  } catch (error) {
    throw away(error);
  }
}

async function askAgain(outside: Outside, url: string): Promise<OutsideAnswer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const given = await outside.read(url, { maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS });
      const isBusy = given.status === 429 || given.status >= 500;
      if (!isBusy || attempt === TRIES) return given;
    } catch (error) {
      const isFinal = !(error instanceof OutsideError) || error.failure === "refused";
      if (isFinal || attempt === TRIES) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * attempt));
  }
}
