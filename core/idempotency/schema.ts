import { z } from "zod";

export const MAX_KEY = 255;
const UNREADABLE = `La clé a de 1 à ${MAX_KEY} caractères ASCII visibles`;

/** An empty one counts as none. */
export const idempotencyKey = z
  .string(UNREADABLE)
  .regex(new RegExp(`^[!-~]{0,${MAX_KEY}}$`), UNREADABLE)
  .nullish()
  .transform((key) => key || null);

/** Tells whether a machine made it, so that nobody else comes upon it. */
export const isRandomKey = (key: unknown) => z.uuid().safeParse(key).success;
