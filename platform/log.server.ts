import { type DestinationStream, type Logger, pino } from "pino";

export type { Logger };

const REMOVED = "[retiré]";
/** Whatever stands where: an address, also inside another, and a French telephone number. */
const EMAIL = /[^\s"'<>/@\\,;:()=&?]+(?:@|%40)[^\s"'<>/@\\,;:()=&?]+\.[a-z]{2,}/gi;
const PHONE = /(?<![0-9a-z.-])(?:\+33 ?|0)[1-9](?:[ .-]?\d{2}){4}(?![0-9a-z-])/gi;
/** Longer than any word of ours: what opens a door is 32 characters at least. */
const SECRET_LENGTH = 32;
const PUBLIC_NAME = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(-\d+)?(\.[a-z]+)?$/;

/**
 * Structured lines on standard output. What identifies a person or opens a door never gets there:
 * not by its field's name, not inside an error, not anywhere in a line.
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

/** Nearly no line has an address in it, and looking for one in each took longer than writing it. */
function withoutPeople(line: string): string {
  const isAddressed = line.includes("@") || line.includes("%40");
  return (isAddressed ? line.replace(EMAIL, REMOVED) : line).replace(PHONE, REMOVED);
}

/** Of an error what says where and why: no values of a query, no text of a request or an answer. */
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

/** Drizzle writes a query's values under it, PostgreSQL what it could not read between quotes. */
function withoutValues(text: string): string {
  return text
    .replace(/\nparams: [\s\S]*?(?=\n\s+at |$)/g, "")
    .replace(/(invalid input [^:]*: ).*/g, `$1${REMOVED}`);
}

/** An address as a log may have it: without its query, and without the secrets among its parts. */
export function loggedPath(path: string): string {
  const hidden = (part: string) => part.length >= SECRET_LENGTH && !PUBLIC_NAME.test(part);
  const [plain = ""] = path.split("?");
  return plain
    .split("/")
    .map((part) => (hidden(part) ? REMOVED : part))
    .join("/");
}
