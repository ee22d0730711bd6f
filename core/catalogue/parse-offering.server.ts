import type { ZodType } from "zod";
import { AppError, isAppError } from "../errors.ts";
import { parseInput } from "../parse.ts";
import { REQUIRED, WHEN_REQUIRED } from "./schema.ts";

/**
 * Parses what a professional says of a session or activity. Whatever is missing is said in the one
 * sentence of S2§5, at every door.
 *
 * @throws AppError `invalid_input`
 */
export function parseOffering<Output>(schema: ZodType<Output>, input: unknown): Output {
  try {
    return parseInput(schema, input);
  } catch (error) {
    const { fields } = isAppError(error) ? error : {};
    if (!fields) throw error;
    const messages = Object.values(fields).map(([message]) => message);
    const message = messages.includes(REQUIRED)
      ? "Veuillez remplir tous les champs obligatoires"
      : (fields.recurringDays?.[0] ?? messages.find((one) => one === WHEN_REQUIRED));
    throw new AppError("invalid_input", { fields, ...(message && { message }), cause: error });
  }
}
