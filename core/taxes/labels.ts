import { type Cents, formatPrice } from "../money.ts";
import type { YearlySales } from "./rules.ts";
import type { Receipt } from "./schema.ts";

/** Code général des impôts, art. 293 B. */
export const NO_VAT = "TVA non applicable, art. 293 B du CGI";

const VAT_UNKNOWN = "Statut de TVA non communiqué";

/** The lines between what was paid and the total; none while nobody knows (rule: receipt). */
export function vatLines({
  vatRate,
  netCents,
  vatCents,
}: Pick<Receipt, "vatRate" | "netCents" | "vatCents">): (readonly [string, Cents])[] {
  if (vatRate === null) return [];
  const net = ["Total HT", netCents] as const;
  return vatRate === 0 ? [net] : [net, [`TVA ${vatRate / 100} %`, vatCents]];
}

/** The words of a note without VAT (rule: receipt). */
export function withoutVat(vatRate: number | null): string {
  return vatRate === null ? VAT_UNKNOWN : NO_VAT;
}

export const LEGAL_FORMS = {
  person: "Une personne (auto-entrepreneur, indépendant)",
  firm: "Une société ou une association",
} as const;

export function salesLabel({ sales, paidCents }: YearlySales): string {
  return `${sales} ${sales > 1 ? "ventes" : "vente"} pour ${formatPrice(paidCents)}`;
}
