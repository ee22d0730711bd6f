/** Marks a card placed by a boost (rule: boost). */
export const BOOSTED = "Mis en avant";
