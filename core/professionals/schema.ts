import { z } from "zod";
import { listLimit } from "../catalogue/schema.ts";

export const directoryQuery = z.object({
  q: z.string().trim().max(200).default("").catch(""),
});

export const professionalListQuery = z.object({
  limit: listLimit,
  cursor: z.string().max(500, { error: "Curseur invalide" }).optional(),
});

/** Where a professional stands in the directory. */
export const professionalKey = z.object({ rating: z.number().min(0).max(5), id: z.uuid() });
