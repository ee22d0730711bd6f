import { formatDate, fromParis } from "../../dates.ts";
import type { ReturnMeans } from "../../return-means.ts";
import type { ReturnProof } from "./schema.ts";

const BY: Record<ReturnMeans, string> = {
  transfer: "par virement",
  check: "par chèque",
  cash: "en espèces",
  other: "par un autre moyen",
};

export function howReturned({ means, madeOn }: ReturnProof): string {
  const day = fromParis(`${madeOn}T12:00`);
  return `${BY[means]}${day ? ` le ${formatDate(day)}` : ""}`;
}
