/** Operator rights (rule: operator-roles), of which one person may have several. */
export const ROLES = ["assistance", "finance", "administration"] as const;
export type Role = (typeof ROLES)[number];

export const ROLE_NAMES: Record<Role, string> = {
  assistance: "Assistance",
  finance: "Finance",
  administration: "Administration",
};
