import type { Role } from "../../roles.ts";
import { DEMO_WITHOUT_CODE } from "../rules.ts";

/** Public knowledge, secrets included. */
export const DEMO_OPERATORS: { email: string; name: string; roles: Role[]; secret: string }[] = [
  {
    ...{ email: "lea@operateur.example", name: "Léa Morvan", roles: ["assistance"] },
    secret: "PARENTHESEDEMOASSISTANCEPAREN234",
  },
  {
    ...{ email: "marc@operateur.example", name: "Marc Delaunay", roles: ["finance"] },
    secret: "PARENTHESEDEMOFINANCEPARENTHE234",
  },
  {
    ...{ email: "nadia@operateur.example", name: "Nadia Benali" },
    ...{ roles: ["assistance", "finance", "administration"] },
    secret: "PARENTHESEDEMOADMINISTRATION2345",
  },
  {
    ...{ email: DEMO_WITHOUT_CODE, name: "Odile Renard" },
    ...{ roles: ["assistance", "finance", "administration"] },
    secret: "PARENTHESEDEMOWITHOUTCODEPAR2345",
  },
];
export const DEMO_PASSWORD = "parenthese";
