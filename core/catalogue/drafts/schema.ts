import { z } from "zod";
import type { offeringDrafts } from "../../tables.server.ts";

const text = z.string().max(6_000, "Ce texte est trop long pour un brouillon");
const fields = z
  .record(z.string().min(1).max(60), z.union([text, z.array(text).max(60)]))
  .refine((typed) => JSON.stringify(typed).length <= 60_000, "Ce brouillon est trop long");

export const draftInput = z.object({
  draftId: z.uuid("Cet identifiant n'est pas un UUID"),
  kind: z.enum(["session", "activity"], "session ou activity"),
  fields,
});

export type DraftView = Omit<
  typeof offeringDrafts.$inferSelect,
  "professionalId" | "version" | "createdAt"
>;

export const MAX_DRAFTS = 50;
