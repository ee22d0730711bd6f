import type { Role } from "../../roles.ts";

/** The demo's operators, one of each role: their names, e-mails and secrets are known to everybody. */
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
];
export const DEMO_PASSWORD = "parenthese";
