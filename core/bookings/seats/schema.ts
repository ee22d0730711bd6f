import { z } from "zod";
import { MAX_COMPANIONS_LENGTH } from "./rules.ts";

export const companionNames = z
  .string()
  .trim()
  .max(MAX_COMPANIONS_LENGTH, `${MAX_COMPANIONS_LENGTH} caractères au plus`);

export const nameCompanionsInput = z.object({ bookingId: z.uuid(), companions: companionNames });
