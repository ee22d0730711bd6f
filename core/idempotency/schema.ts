import { z } from "zod";

const UNREADABLE = "La clé a de 1 à 255 caractères ASCII visibles";

/** A key that comes with a call; an empty one is none. */
export const idempotencyKey = z
  .string(UNREADABLE)
  .regex(/^[!-~]{0,255}$/, UNREADABLE)
  .nullish()
  .transform((key) => key || null);

/** Whether a key was made by a machine, so that nobody else comes upon it. */
export const isRandomKey = (key: unknown) => z.uuid().safeParse(key).success;
