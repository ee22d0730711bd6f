/** On the card of an offering that owes its place to a boost (rule: boost). */
export const BOOSTED = "Mis en avant";
