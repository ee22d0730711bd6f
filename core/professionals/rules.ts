import { DAY } from "../durations.ts";
import { searchKey } from "../texts/search-key.ts";
import type { AccountInput, ProfessionalView, SellerForm } from "./schema.ts";

/** Up to this many, the directory searches in the browser (rule: directory-search). */
export const DIRECTORY_LIMIT = 500;

/** This many are on the directory's first screen; the others come when they are wanted. */
export const DIRECTORY_FIRST = 12;

/**
 * Whether the directory's search finds a professional: the text stands in their name, description,
 * postcode and city, or practices, whatever its case and accents.
 */
export function matchesProfessional(professional: ProfessionalView, q: string): boolean {
  const { businessName, businessDescription, businessPostalCode, businessCity, categories } =
    professional;
  const place = [businessPostalCode, businessCity];
  const text = [businessName, businessDescription, ...place, ...categories].join(" ");
  return searchKey(text).includes(searchKey(q));
}

/**
 * The states of a professional's payment account: not requested, no longer ours to use, begun at
 * the provider, stopped until the professional gives missing details, under the provider's review,
 * able to be paid (rule: bookable).
 */
export type PaymentAccountState = "none" | "lost" | "begun" | "restricted" | "held" | "ready";

/** The state of a professional's account, by the provider's last answer. */
export function paymentAccountState(professional: {
  stripeConnectAccountId: string | null;
  paymentAccountLostAt: Date | null;
  detailsSubmitted: boolean;
  requirementsDue: boolean;
  canReceiveCharges: boolean;
}): PaymentAccountState {
  if (professional.stripeConnectAccountId === null) {
    return professional.paymentAccountLostAt === null ? "none" : "lost";
  }
  if (professional.canReceiveCharges) return "ready";
  if (!professional.detailsSubmitted) return "begun";
  return professional.requirementsDue ? "restricted" : "held";
}

const LA_POSTE = "356000000";

/**
 * Whether these are 14 digits whose last one fits the others (Luhn). La Poste has more offices than
 * that leaves room for: the digits of theirs add up to a multiple of five.
 */
export function isPlausibleSiret(siret: string): boolean {
  const digits = siret.replace(/\s+/g, "");
  if (!/^\d{14}$/.test(digits)) return false;
  const plain = [...digits].reduce((total, digit) => total + Number(digit), 0);
  if (digits.startsWith(LA_POSTE) && plain % 5 === 0) return true;
  const sum = [...digits].reduce((total, digit, index) => {
    const weighted = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (weighted > 9 ? weighted - 9 : weighted);
  }, 0);
  return sum % 10 === 0;
}

/** Milliseconds after which a business's draft without a chosen plan is deleted. */
export const DRAFT_LIFE = 30 * DAY;

/** The three steps of becoming a professional. */
export const ONBOARDING_STEPS = ["information", "plan", "confirmation"] as const;
export type OnboardingStep = (typeof ONBOARDING_STEPS)[number];

/**
 * The step to show: the requested one, unless an earlier one is incomplete. Somebody with a plan in
 * force has nothing to choose any more; somebody with a profile edits it elsewhere.
 */
export function onboardingStep(
  asked: OnboardingStep | null,
  known: {
    hasProfile: boolean;
    hasDraft: boolean;
    isPro: boolean;
    plan: { inForce: boolean } | null;
  },
): OnboardingStep {
  const { hasProfile, hasDraft, isPro, plan } = known;
  if (!hasProfile) return hasDraft && asked !== "information" ? "plan" : "information";
  if (!isPro || !plan) return "plan";
  return asked === "plan" && !plan.inForce ? "plan" : "confirmation";
}

/**
 * The form of a seller, by their details for the tax office, which say whether it is a person, and by
 * their payment account, which says what kind of firm; null while neither was given.
 */
export function sellerForm(
  legalForm: "person" | "firm" | null,
  businessType: AccountInput["businessType"] | null,
): SellerForm | null {
  if (legalForm === "person") return "individual";
  if (legalForm === "firm" && (businessType === null || businessType === "individual"))
    return "firm";
  return businessType;
}
