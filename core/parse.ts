import { flattenError, type ZodType } from "zod";
import { AppError } from "./errors.ts";

/**
 * Parses what a door was given. Every use case starts here, so no door can skip its rules.
 *
 * @throws AppError `invalid_input` with one list of French messages per field.
 */
export function parseInput<Output>(schema: ZodType<Output>, input: unknown): Output {
  const parsed = schema.safeParse(input);
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
