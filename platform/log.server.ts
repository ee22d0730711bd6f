import { type DestinationStream, type Logger, pino } from "pino";
import { UUID } from "./uuid.ts";

export type { Logger };

const REMOVED = "[retiré]";
const EMAIL = /[^\s"'<>/@\\,;:()=&?]+(?:@|%40)[^\s"'<>/@\\,;:()=&?]+\.[a-z]{2,}/gi;
const PHONE = /(?<![0-9a-z.-])(?:\+33 ?|0)[1-9](?:[ .-]?\d{2}){4}(?![0-9a-z-])/gi;
/** Our secrets have at least 32 characters, more than any word in a log. */
const SECRET_LENGTH = 32;
const PUBLIC_NAME = new RegExp(`^${UUID}(-\\d+)?(\\.[a-z]+)?$`);

/** Writes JSON lines without people or secrets. */
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

function withoutPeople(line: string): string {
  const isAddressed = line.includes("@") || line.includes("%40");
  return (isAddressed ? line.replace(EMAIL, REMOVED) : line).replace(PHONE, REMOVED);
}

/** Drops query values and texts of requests or answers. */
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

/** Drizzle appends a query's values to its message, and PostgreSQL quotes invalid ones. */
function withoutValues(text: string): string {
  return text
    .replace(/\nparams: [\s\S]*?(?=\n\s+at |$)/g, "")
    .replace(/(invalid input [^:]*: ).*/g, `$1${REMOVED}`);
}

export function loggedPath(path: string): string {
  const hidden = (part: string) => part.length >= SECRET_LENGTH && !PUBLIC_NAME.test(part);
  const [plain = ""] = path.split("?");
  return plain
    .split("/")
    .map((part) => (hidden(part) ? REMOVED : part))
    .join("/");
}
