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

/** `expand` is sold as Enterprise (rule: one-plan-catalogue). */
export const PLAN_NAMES: Record<PlanId, string> = {
  free: "Free",
  premium: "Premium",
  expand: "Enterprise",
};

export function planName(plan: string | null): string | null {
  const id = planOf(plan);
  return id && PLAN_NAMES[id];
}

export const NO_PLAN = "Aucun abonnement actif";

export function quotaReachedText(plan: string | null): string {
  const name = planName(plan);
  return name === null
    ? "Choisissez un plan pour créer des sessions."
    : `Vous avez atteint la limite de sessions de votre plan ${name}. Mettez à niveau votre abonnement pour créer plus de sessions.`;
}

export function sessionsLabel(plan: PlanId): string {
  const { sessionsPerMonth } = PLANS[plan];
  return sessionsPerMonth === null
    ? "Sessions illimitées"
    : `${sessionsPerMonth} sessions par mois`;
}

export const FREE_PRICE = "0\u00a0€";

/** « 23,88 € TTC (19,90 € HT) par mois », and what follows (rules: six-month-price, tax-added). */
export function paymentLabel({ key, totalCents, months, renewsAs }: Price): string {
  const rhythm = { 1: "par mois", 6: "pour 6 mois", 12: "par an" }[months];
  const amount = `${formatPrice(withTax(totalCents))} TTC (${formatPrice(totalCents)} HT) ${rhythm}`;
  if (renewsAs === key) return amount;
  return `${amount}, puis ${paymentLabel(planAndPriceOf(renewsAs).price)}`;
}

/** « Premium, 23,88 € TTC (19,90 € HT) par mois. » */
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

export const FREE_LACKS = ["Sans événements", "Sans boost de visibilité", "Accès collectif payant"];

export function benefitsOf(plan: PlanId, sendsTexts: boolean): string[] {
  const paid = PAID_BENEFITS.filter((benefit) => sendsTexts || benefit !== REMINDERS);
  return [sessionsLabel(plan), ...(plan === "free" ? [] : paid)];
}

export const PLAN_ACTIVATED = "Plan activé";

export const SUBSCRIPTION_FAILURE = "Une erreur est survenue lors de l'abonnement";

export function alreadySubscribed(stored: string): string {
  const name = planName(stored);
  return `Vous avez déjà un abonnement${name ? ` ${name}` : ""} : modifiez-le depuis votre espace client, dans votre profil.`;
}

export const PROCESSING_SUBSCRIPTION =
  "Votre banque n'a pas encore répondu. Votre abonnement sera actif dès que le paiement aura abouti : un e-mail vous le dira. Ne payez pas une seconde fois.";

export const REFUSED_SUBSCRIPTION =
  "Votre banque a refusé ce paiement : aucun montant n'a été débité et aucun abonnement n'a commencé. Vous pouvez choisir une offre à nouveau.";

export const PROCESSING_CHOICE =
  "Le paiement d'un abonnement est déjà en cours. Attendez la réponse de votre banque : un e-mail vous la donnera.";

/** On the result page (rule: guest-account). */
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

export function roleBadges(profile: { isClient: boolean; isPro: boolean; plan: string | null }) {
  const plan = planName(profile.plan);
  return [
    ...(profile.isClient ? ["Client"] : []),
    ...(profile.isPro ? [plan ? `Professionnel (${plan})` : "Professionnel"] : []),
  ];
}
