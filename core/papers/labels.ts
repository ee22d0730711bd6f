import { formatPrice } from "../money.ts";
import type { YearlySales } from "./rules.ts";

/** Above the amounts of a seller who charges no VAT (code général des impôts, art. 293 B). */
export const NO_VAT = "TVA non applicable, art. 293 B du CGI";

/** In their place, of a sale whose seller had not said. */
const VAT_UNKNOWN = "Statut de TVA non communiqué";

/** The words of a note without VAT (rule: receipt). */
export function withoutVat(vatRate: number | null): string {
  return vatRate === null ? VAT_UNKNOWN : NO_VAT;
}

export const LEGAL_FORMS = {
  person: "Une personne (auto-entrepreneur, indépendant)",
  firm: "Une société ou une association",
} as const;

/** « 15 ventes pour 200,00 € » */
export function salesLabel({ sales, paidCents }: YearlySales): string {
  return `${sales} ${sales > 1 ? "ventes" : "vente"} pour ${formatPrice(paidCents)}`;
}
