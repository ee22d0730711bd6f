import { z } from "zod";
import { guestEmail } from "../../accounts/schema.ts";
import type { Alert } from "../schema.ts";

/** A guest's address; the conditions beside it are those of any alert. */
export const askerInput = z.object({ email: guestEmail });

export const alertLinkInput = z.object({ token: z.string().max(200).catch("") });

/** The code of a guest's own page: the id of their row, in 22 letters. */
export const guestCode = z.object({
  code: z.string().regex(/^[\w-]{22}$/, "Ce lien n'est pas valable"),
});

/** One search of a guest, or all of them. */
export const stopInput = guestCode.extend({
  alertId: z.uuid({ error: "Identifiant invalide" }).optional(),
});

/** A search that waits for its link to be followed; `code` leads to the guest's page once it was. */
export interface AlertLinkView {
  alert: Pick<Alert, "id" | "conditions" | "isPaused" | "createdAt">;
  code: string | null;
}
