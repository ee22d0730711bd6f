import { z } from "zod";

const UNREADABLE = "La clé a de 1 à 255 caractères ASCII visibles";

/** A call's key; an empty one counts as none. */
export const idempotencyKey = z
  .string(UNREADABLE)
  .regex(/^[!-~]{0,255}$/, UNREADABLE)
  .nullish()
  .transform((key) => key || null);

/** Whether a key was made by a machine, so that nobody else comes upon it. */
export const isRandomKey = (key: unknown) => z.uuid().safeParse(key).success;
