import { config, flattenError, type ZodType } from "zod";
import { fr } from "zod/locales";
import { AppError } from "./errors.ts";

/** Nobody's form is nested deeper; what lies below is left as it is, and schemas drop it. */
const MAX_DEPTH = 8;

/** PostgreSQL's text holds no NUL and UTF-8 no half of a surrogate pair: they end here, at every door. */
function storable(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return value.replaceAll("\0", "").toWellFormed();
  if (depth === MAX_DEPTH || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => storable(item, depth + 1));
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, storable(item, depth + 1)]),
  );
}

// What no schema words for itself is still said in French.
config(fr());

/**
 * Parses what a door was given. Every use case starts here, so no door can skip its rules.
 *
 * @throws AppError `invalid_input` with one list of French messages per field.
 */
export function parseInput<Output>(schema: ZodType<Output>, input: unknown): Output {
  const parsed = schema.safeParse(storable(input));
  if (parsed.success) return parsed.data;
  const { fieldErrors, formErrors } = flattenError(parsed.error);
  const fields: Record<string, string[]> = {};
  for (const [name, messages] of Object.entries<string[] | undefined>(fieldErrors)) {
    if (messages?.length) fields[name] = messages;
  }
  throw new AppError("invalid_input", {
    fields,
    ...(formErrors[0] && { message: formErrors[0] }),
  });
}
