import { formatPrice } from "../money.ts";
import {
  type OfferKey,
  offerOf,
  PLANS,
  type PlanId,
  type Price,
  planOf,
  withTax,
} from "./rules.ts";

/** How a plan is called on screen; `expand` is sold as Enterprise (R10). */
export const PLAN_NAMES: Record<PlanId, string> = {
  free: "Free",
  premium: "Premium",
  expand: "Enterprise",
};

/** The name under which a stored plan is shown; null for none, or one outside the catalogue (R10). */
export function planName(plan: string | null): string | null {
  const id = planOf(plan);
  return id && PLAN_NAMES[id];
}

/** « Aucun abonnement actif » (S1§4): no plan, or one outside the catalogue. */
export const NO_PLAN = "Aucun abonnement actif";

/** Why no session can be created any more this month (S2§8), or at all: nobody without a plan has used one up. */
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

/** What the free plan costs (S1§9, R10), however it is taxed. */
export const FREE_PRICE = "0\u00a0€";

/** « 23,88 € TTC (19,90 € HT) par mois » and, for a promotion, what it goes on as (R7, R11). */
export function paymentLabel({ key, totalCents, months, renewsAs }: Price): string {
  const rhythm = { 1: "par mois", 6: "pour 6 mois", 12: "par an" }[months];
  const amount = `${formatPrice(withTax(totalCents))} TTC (${formatPrice(totalCents)} HT) ${rhythm}`;
  if (renewsAs === key) return amount;
  return `${amount}, puis ${paymentLabel(offerOf(renewsAs).price)}`;
}

/** « Premium, 23,88 € TTC (19,90 € HT) par mois. », for whom has just paid. */
export function boughtLabel(offer: OfferKey): string {
  const { plan, price } = offerOf(offer);
  return `${PLAN_NAMES[plan.id]}, ${paymentLabel(price)}.`;
}

const PAID_BENEFITS = [
  "Événements",
  "Mise en avant dans la communication",
  "Rappels SMS",
  "Un boost de visibilité par mois",
  "Accès collectif gratuit",
];

/** What the free plan does without (S1§9). */
export const FREE_LACKS = ["Sans événements", "Sans boost de visibilité", "Accès collectif payant"];

/** What is announced (S1§9) and not in service yet. */
const SOON = ["Rappels SMS", "Un boost de visibilité par mois"];
export const SOON_LABEL = "Bientôt disponible";

export interface Benefit {
  label: string;
  /** Said to whom it is sold to: it is not there yet. */
  isSoon: boolean;
}

/** What a plan includes (S1§9). */
export function benefitsOf(plan: PlanId): Benefit[] {
  const labels = [sessionsLabel(plan), ...(plan === "free" ? [] : PAID_BENEFITS)];
  return labels.map((label) => ({ label, isSoon: SOON.includes(label) }));
}

/** What the free plan answers (S2§8). */
export const PLAN_ACTIVATED = "Plan activé";

/** What a payer reads when a plan could not be chosen (S2§8). */
export const SUBSCRIPTION_FAILURE = "Une erreur est survenue lors de l'abonnement";

/** To somebody who asks for a plan beside the one that is paid for. */
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

/** To somebody who asks for another plan meanwhile. */
export const PROCESSING_CHOICE =
  "Le paiement d'un abonnement est déjà en cours. Attendez la réponse de votre banque : un e-mail vous la donnera.";

/** What the result page of a guest's subscription says (R27). */
export const GUEST_SUBSCRIPTION_MESSAGES = {
  newUser: "Votre compte a été créé et votre abonnement est actif.",
  existingUser: "Votre abonnement est actif et associé à votre compte existant.",
  /** To whom the purchase proves nothing. */
  neutral: "Votre abonnement est actif. Consultez votre boîte mail.",
  returned: "Vous aviez déjà un abonnement : ce paiement vous est remboursé intégralement.",
  processing: `Paiement en cours. ${PROCESSING_SUBSCRIPTION}`,
  refused: REFUSED_SUBSCRIPTION,
  failure: "Une erreur est survenue lors de la vérification de votre abonnement",
} as const;

/** The badges of /profil: « Client », « Professionnel (Premium) » (S1§2). */
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
