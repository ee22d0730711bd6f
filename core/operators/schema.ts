import { z } from "zod";
import { emailAddress } from "../accounts/schema.ts";
import { ROLES, type Role } from "../roles.ts";
import { requiredReason } from "./acts/schema.ts";

const roles = z
  .array(z.enum(ROLES, `Les rôles sont ${ROLES.join(", ")}.`), "Choisissez au moins un rôle.")
  .min(1, "Choisissez au moins un rôle.");

export const operatorLogInInput = z.object({
  email: emailAddress,
  password: z.string().min(1).max(200),
  code: z.string().trim().min(1).max(40),
});

/** Empty where no second factor is asked. */
export const demoLogInInput = operatorLogInInput.extend({
  code: z.string().trim().max(40).default(""),
});

export const operatorInput = z.object({
  email: emailAddress,
  name: z.string().trim().min(1, "Donnez un nom.").max(80),
  roles,
  reason: requiredReason,
});

export const rolesInput = z.object({ email: emailAddress, roles, reason: requiredReason });

export const closingInput = z.object({ email: emailAddress, reason: requiredReason });

export interface OperatorLine {
  id: string;
  name: string;
  email: string;
  roles: Role[];
  passkeys: number;
  createdAt: Date;
  /** By password or passkey; null when the journal knows of none. */
  lastEntryAt: Date | null;
  closedAt: Date | null;
}
