import type { Role } from "../roles.ts";

export const ROLE_NAMES: Record<Role, string> = {
  assistance: "Assistance",
  finance: "Finance",
  administration: "Administration",
};
