import type { PriceBand } from "./rules.ts";

export const PRICE_LABELS: Record<PriceBand, string> = {
  "0-20": "Moins de 20 €",
  "20-40": "20 à 40 €",
  "40-60": "40 à 60 €",
  "60+": "60 € et plus",
};
