import { z } from "zod";
import { emailAddress } from "../accounts/schema.ts";
import { ROLES } from "../roles.ts";

export const operatorLogInInput = z.object({
  email: emailAddress,
  password: z.string().min(1).max(200),
  code: z.string().trim().min(1).max(40),
});

/** In the demo, of whom no second factor is asked leaves it empty. */
export const demoLogInInput = operatorLogInInput.extend({
  code: z.string().trim().max(40).default(""),
});

export const operatorInput = z.object({
  email: emailAddress,
  name: z.string().trim().min(1, "Donnez un nom par --name.").max(80),
  roles: z.array(z.enum(ROLES, `Les rôles sont ${ROLES.join(", ")}.`)).min(1),
});

export const closingInput = z.object({ email: emailAddress });
