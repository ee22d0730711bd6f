export const BOOSTED = "Mis en avant";
