import { formatPrice } from "../money.ts";
import {
  PLANS,
  type PlanId,
  type Price,
  type PriceKey,
  planAndPriceOf,
  planOf,
  withTax,
} from "./rules.ts";

/** The name of a plan on screen; `expand` is sold as Enterprise (rule: one-plan-catalogue). */
export const PLAN_NAMES: Record<PlanId, string> = {
  free: "Free",
  premium: "Premium",
  expand: "Enterprise",
};

/** The name under which a stored plan is shown; null for none, or one outside the catalogue (rule: one-plan-catalogue). */
export function planName(plan: string | null): string | null {
  const id = planOf(plan);
  return id && PLAN_NAMES[id];
}

/** « Aucun abonnement actif »: no plan, or one outside the catalogue. */
export const NO_PLAN = "Aucun abonnement actif";

/**
 * Why no session can be created any more this month, or at all: somebody without a plan has not
 * used one up.
 */
export function quotaReachedText(plan: string | null): string {
  const name = planName(plan);
  return name === null
    ? "Choisissez un plan pour créer des sessions."
    : `Vous avez atteint la limite de sessions de votre plan ${name}. Mettez à niveau votre abonnement pour créer plus de sessions.`;
}

/** « 5 sessions par mois », « Sessions illimitées » */
export function sessionsLabel(plan: PlanId): string {
  const { sessionsPerMonth } = PLANS[plan];
  return sessionsPerMonth === null
    ? "Sessions illimitées"
    : `${sessionsPerMonth} sessions par mois`;
}

/** The free plan's price, with or without tax. */
export const FREE_PRICE = "0\u00a0€";

/**
 * « 23,88 € TTC (19,90 € HT) par mois » and, for a promotion, its later price (rules:
 * six-month-price, tax-added).
 */
export function paymentLabel({ key, totalCents, months, renewsAs }: Price): string {
  const rhythm = { 1: "par mois", 6: "pour 6 mois", 12: "par an" }[months];
  const amount = `${formatPrice(withTax(totalCents))} TTC (${formatPrice(totalCents)} HT) ${rhythm}`;
  if (renewsAs === key) return amount;
  return `${amount}, puis ${paymentLabel(planAndPriceOf(renewsAs).price)}`;
}

/** « Premium, 23,88 € TTC (19,90 € HT) par mois. », for somebody who has just paid. */
export function boughtLabel(priceKey: PriceKey): string {
  const { plan, price } = planAndPriceOf(priceKey);
  return `${PLAN_NAMES[plan.id]}, ${paymentLabel(price)}.`;
}

/** Promised only where text messages can be sent. */
export const REMINDERS = "Rappels SMS";

const PAID_BENEFITS = [
  "Événements",
  "Mise en avant dans la communication",
  REMINDERS,
  "Un boost de visibilité par mois",
  "Accès collectif gratuit",
];

/** The benefits that the free plan lacks. */
export const FREE_LACKS = ["Sans événements", "Sans boost de visibilité", "Accès collectif payant"];

/** The benefits of a plan, on a site that sends text messages or does not. */
export function benefitsOf(plan: PlanId, sendsTexts: boolean): string[] {
  const paid = PAID_BENEFITS.filter((benefit) => sendsTexts || benefit !== REMINDERS);
  return [sessionsLabel(plan), ...(plan === "free" ? [] : paid)];
}

/** The toast for the free plan. */
export const PLAN_ACTIVATED = "Plan activé";

/** The toast when a plan could not be chosen. */
export const SUBSCRIPTION_FAILURE = "Une erreur est survenue lors de l'abonnement";

/** For somebody who chooses a plan beside a paid one. */
export function alreadySubscribed(stored: string): string {
  const name = planName(stored);
  return `Vous avez déjà un abonnement${name ? ` ${name}` : ""} : modifiez-le depuis votre espace client, dans votre profil.`;
}

/** While the buyer's bank is deciding about the payment of a plan. */
export const PROCESSING_SUBSCRIPTION =
  "Votre banque n'a pas encore répondu. Votre abonnement sera actif dès que le paiement aura abouti : un e-mail vous le dira. Ne payez pas une seconde fois.";

/** Once it has refused. */
export const REFUSED_SUBSCRIPTION =
  "Votre banque a refusé ce paiement : aucun montant n'a été débité et aucun abonnement n'a commencé. Vous pouvez choisir une offre à nouveau.";

/** For somebody who chooses another plan meanwhile. */
export const PROCESSING_CHOICE =
  "Le paiement d'un abonnement est déjà en cours. Attendez la réponse de votre banque : un e-mail vous la donnera.";

/** The messages on the result page of a guest's subscription (rule: guest-account). */
export const GUEST_SUBSCRIPTION_MESSAGES = {
  newUser: "Votre compte a été créé et votre abonnement est actif.",
  existingUser: "Votre abonnement est actif et associé à votre compte existant.",
  /** For a browser without the buyer's proof (rule: buyer-proof). */
  neutral: "Votre abonnement est actif. Consultez votre boîte mail.",
  returned: "Vous aviez déjà un abonnement : ce paiement vous est remboursé intégralement.",
  processing: `Paiement en cours. ${PROCESSING_SUBSCRIPTION}`,
  refused: REFUSED_SUBSCRIPTION,
  failure: "Une erreur est survenue lors de la vérification de votre abonnement",
} as const;

/** The badges of /profil: « Client », « Professionnel (Premium) ». */
export function roleBadges(profile: {
  isClient: boolean;
  isPro: boolean;
  plan: string | null;
}): string[] {
  const plan = planName(profile.plan);
  return [
    ...(profile.isClient ? ["Client"] : []),
    ...(profile.isPro ? [plan ? `Professionnel (${plan})` : "Professionnel"] : []),
  ];
}
