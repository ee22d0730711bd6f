import { z } from "zod";
import { fromParis } from "../dates.ts";
import { requiredReason } from "../operators/acts/schema.ts";
import type { announcements } from "../tables.server.ts";
import { KINDS, MAX_TEXT } from "./rules.ts";

const wallClock = z
  .string("Donnez une date et une heure.")
  .trim()
  .transform((local, ctx) => {
    const instant = fromParis(local.slice(0, 16));
    if (instant) return instant;
    ctx.addIssue({ code: "custom", message: "Donnez une date et une heure." });
    return z.NEVER;
  });

/** Wall-clock times in Paris, « 2026-11-27T22:00 »; without a beginning it is now. */
export const announcementInput = z.object({
  kind: z.enum(KINDS, "Choisissez ce que c'est."),
  text: z
    .string("Écrivez l'annonce.")
    .trim()
    .min(1, "Écrivez l'annonce.")
    .max(MAX_TEXT, `${MAX_TEXT} caractères au plus.`),
  from: z.union([z.literal("").transform(() => null), wallClock]).default(null),
  until: wallClock,
  reason: requiredReason,
});

export const withdrawalInput = z.object({
  announcementId: z.uuid("Cette annonce n'existe pas."),
  reason: requiredReason,
});

export type Announcement = Omit<typeof announcements.$inferSelect, "createdAt">;
