/** How a payer may have their money back but by the provider. */
export const RETURN_MEANS = ["transfer", "check", "cash", "other"] as const;
export type ReturnMeans = (typeof RETURN_MEANS)[number];
