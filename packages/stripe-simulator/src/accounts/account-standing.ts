import type { Kinds } from "../state/objects.ts";

type Account = Kinds["account"];

/** Where an account stands with Stripe; everything that an account says of itself follows from it. */
export type Standing = "incomplete" | "pending" | "active" | "restricted";

export interface AccountHidden {
  standing: Standing;
}

const dueAtOnboarding = [
  "business_profile.mcc",
  "business_type",
  "external_account",
  "individual.address.line1",
  "individual.dob.day",
  "individual.first_name",
  "individual.last_name",
  "tos_acceptance.date",
  "tos_acceptance.ip",
];

const standings = {
  incomplete: { due: dueAtOnboarding, verifying: [], reason: "requirements.past_due" },
  pending: {
    due: [],
    verifying: ["individual.verification.document"],
    reason: "requirements.pending_verification",
  },
  active: { due: [], verifying: [], reason: null },
  restricted: {
    due: ["individual.verification.document"],
    verifying: [],
    reason: "requirements.past_due",
  },
} satisfies Record<Standing, { due: string[]; verifying: string[]; reason: string | null }>;

/** The members of an account that follow from its standing and its requested capabilities. */
export function standingMembers(standing: Standing, requested: string[]) {
  const { due, verifying, reason } = standings[standing];
  const status = standing === "active" ? "active" : standing === "pending" ? "pending" : "inactive";
  const requirements = {
    alternatives: [],
    current_deadline: null,
    currently_due: due,
    disabled_reason: reason,
    errors: [],
    eventually_due: due,
    past_due: due,
    pending_verification: verifying,
  };
  return {
    capabilities: Object.fromEntries(requested.map((name) => [name, status])),
    charges_enabled: standing === "active" && requested.length > 0,
    details_submitted: standing !== "incomplete",
    payouts_enabled: standing === "active",
    requirements,
    future_requirements: {
      ...requirements,
      currently_due: [],
      disabled_reason: null,
      eventually_due: [],
      past_due: [],
      pending_verification: [],
    },
  } as unknown as Pick<
    Account,
    | "capabilities"
    | "charges_enabled"
    | "details_submitted"
    | "payouts_enabled"
    | "requirements"
    | "future_requirements"
  >;
}
