/**
 * The rights of an operator: write to people and decide about reports; decide about money; suspend,
 * delete and give roles (rule: operator-roles). One person may have several.
 */
export const ROLES = ["assistance", "finance", "administration"] as const;
export type Role = (typeof ROLES)[number];
