import { type DestinationStream, type Logger, pino } from "pino";
import { UUID } from "./uuid.ts";

export type { Logger };

const REMOVED = "[retiré]";
/** Finds e-mail addresses, also inside other words, and French telephone numbers. */
const EMAIL = /[^\s"'<>/@\\,;:()=&?]+(?:@|%40)[^\s"'<>/@\\,;:()=&?]+\.[a-z]{2,}/gi;
const PHONE = /(?<![0-9a-z.-])(?:\+33 ?|0)[1-9](?:[ .-]?\d{2}){4}(?![0-9a-z-])/gi;
/** Finds secrets: all of ours have at least 32 characters, more than any word in a log. */
const SECRET_LENGTH = 32;
const PUBLIC_NAME = new RegExp(`^${UUID}(-\\d+)?(\\.[a-z]+)?$`);

/**
 * Structured log lines on standard output. Anything that identifies a person or opens a door is
 * removed, by its field's name, inside errors, and anywhere in a line.
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError },
      hooks: { streamWrite: withoutPeople },
      redact: {
        paths: [
          "email",
          "*.email",
          "password",
          "*.password",
          "token",
          "*.token",
          "cookie",
          "*.cookie",
        ],
        censor: REMOVED,
      },
    },
    destination ?? pino.destination(1),
  );
}

/**
 * Hardly any line has an address in it, and searching each took longer than writing it, so a quick
 * test comes first.
 */
function withoutPeople(line: string): string {
  const isAddressed = line.includes("@") || line.includes("%40");
  return (isAddressed ? line.replace(EMAIL, REMOVED) : line).replace(PHONE, REMOVED);
}

/**
 * An error is logged with its place and reason, without a query's values or the text of a request
 * or answer.
 */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const { code, constraint, table, statusCode } = error as Error & Record<string, unknown>;
  return {
    type: error.constructor.name,
    message: withoutValues(error.message),
    stack: withoutValues(error.stack ?? ""),
    ...(code !== undefined && { code }),
    ...(constraint !== undefined && { constraint, table }),
    ...(statusCode !== undefined && { statusCode }),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}

/**
 * Drizzle appends a query's values to its message, and PostgreSQL quotes the value that it could
 * not read.
 */
function withoutValues(text: string): string {
  return text
    .replace(/\nparams: [\s\S]*?(?=\n\s+at |$)/g, "")
    .replace(/(invalid input [^:]*: ).*/g, `$1${REMOVED}`);
}

/** An address without its query and without the secrets among its parts, as a log may have it. */
export function loggedPath(path: string): string {
  const hidden = (part: string) => part.length >= SECRET_LENGTH && !PUBLIC_NAME.test(part);
  const [plain = ""] = path.split("?");
  return plain
    .split("/")
    .map((part) => (hidden(part) ? REMOVED : part))
    .join("/");
}
