export const RETURN_MEANS = ["transfer", "check", "cash", "other"] as const;
export type ReturnMeans = (typeof RETURN_MEANS)[number];

export const RETURN_MEANS_NAMES: Record<ReturnMeans, string> = {
  transfer: "Virement",
  check: "Chèque",
  cash: "Espèces",
  other: "Un autre moyen",
};
