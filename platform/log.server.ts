import { type Logger, pino } from "pino";

export type { Logger };

/** Structured lines on standard output. What identifies a person or opens a door never gets there. */
export function createLogger(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
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
      censor: "[retiré]",
    },
  });
}
