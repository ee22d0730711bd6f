import { writePdf } from "#platform/pdf.server.ts";
import { formatDate, formatMoment } from "../dates.ts";
import { cents, formatPrice } from "../money.ts";
import { site } from "../site.ts";
import { withoutVat } from "./labels.ts";
import type { Receipt } from "./schema.ts";

/** A receipt as a PDF, with what its page says (rule: receipt), for a bank that asks for it. */
export function printReceipt(receipt: Receipt): Uint8Array {
  const { seller, vatRate, place, seats } = receipt;
  const town = [seller.postalCode, seller.city].filter(Boolean).join(" ");
  const said: (string | false | null)[] = [
    `Réservation ${receipt.bookingId}`,
    `Payée le ${formatDate(receipt.paidAt)} sur ${site.name}`,
    "",
    `Vendeur : ${seller.name}`,
    seller.tradeName,
    seller.address,
    town,
    seller.siret && `SIRET : ${seller.siret}`,
    seller.vatNumber && `Numéro de TVA : ${seller.vatNumber}`,
    receipt.clientName && `Client : ${receipt.clientName}`,
    "",
    `Prestation : ${receipt.title}`,
    `${formatMoment(receipt.start)}${place && `, ${place}`}`,
    "",
    `${seats > 1 ? `${seats} places à ${formatPrice(receipt.seatCents)}` : "Une place"} : ${formatPrice(receipt.totalCents)}`,
    receipt.refundedCents > 0 && `Remboursé : ${formatPrice(cents(-receipt.refundedCents))}`,
    vatRate !== null && `Total HT : ${formatPrice(receipt.netCents)}`,
    vatRate ? `TVA ${vatRate / 100} % : ${formatPrice(receipt.vatCents)}` : withoutVat(vatRate),
    `Total TTC : ${formatPrice(receipt.keptCents)}`,
  ];
  const lines = said.filter((text) => typeof text === "string");
  return writePdf([{ text: "Note", size: 22 }, ...lines.map((text) => ({ text }))]);
}
