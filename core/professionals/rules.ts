import { DAY } from "../durations.ts";
import { searchKey } from "../texts/clean-text.ts";
import type { AccountInput, ProfessionalView, SellerForm } from "./schema.ts";

/** Up to this many are searched in the browser (rule: directory-search). */
export const DIRECTORY_LIMIT = 500;

export const DIRECTORY_FIRST = 12;

/** In name, description, postcode and city, or practices, whatever case and accents. */
export function matchesProfessional(professional: ProfessionalView, q: string): boolean {
  const { businessName, businessDescription, businessPostalCode, businessCity, categories } =
    professional;
  const place = [businessPostalCode, businessCity];
  const text = [businessName, businessDescription, ...place, ...categories].join(" ");
  return searchKey(text).includes(searchKey(q));
}

/**
 * `lost` is not ours any more, `restricted` lacks details, `held` is under review (rule: bookable).
 */
export type PaymentAccountState = "none" | "lost" | "begun" | "restricted" | "held" | "ready";

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

/** 14 digits with a Luhn check; La Poste's, with too many offices, add up to a multiple of five. */
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

/** Milliseconds. */
export const DRAFT_LIFE = 30 * DAY;

export const ONBOARDING_STEPS = ["information", "plan", "confirmation"] as const;
export type OnboardingStep = (typeof ONBOARDING_STEPS)[number];

/** The requested one, unless an earlier one is incomplete or nothing is left to choose or edit. */
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

/** Tax details tell person from firm, the payment account what kind; null without either. */
export function sellerForm(
  legalForm: "person" | "firm" | null,
  businessType: AccountInput["businessType"] | null,
): SellerForm | null {
  if (legalForm === "person") return "individual";
  if (legalForm === "firm" && (businessType === null || businessType === "individual"))
    return "firm";
  return businessType;
}
