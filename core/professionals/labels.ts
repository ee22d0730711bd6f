import type { PaymentAccountState } from "./rules.ts";
import { isPlausibleSiret } from "./rules.ts";
import type { AccountInput, SellerForm, SellerInFull, SellerNotice } from "./schema.ts";

interface StateLabel {
  label: string;
  text: string;
  next: string;
}

export const PAYMENT_ACCOUNT_LABELS: Record<PaymentAccountState, StateLabel> = {
  none: {
    label: "À créer",
    text: "Créez votre compte de paiement pour publier des sessions et être payé.",
    next: "Créer mon compte de paiement",
  },
  lost: {
    label: "Accès retiré",
    text: "Notre accès à votre compte de paiement a été retiré. Vos sessions n'apparaissent plus ; les réservations déjà prises sont maintenues. Créez un nouveau compte de paiement pour être de nouveau réservé.",
    next: "Créer un nouveau compte de paiement",
  },
  begun: {
    label: "À terminer",
    text: "Des informations manquent chez notre prestataire de paiement. Vos sessions ne peuvent pas encore être réservées.",
    next: "Terminer mon compte de paiement",
  },
  restricted: {
    label: "Restreint",
    text: "Notre prestataire de paiement attend une information de votre part. D'ici là, vos sessions n'apparaissent plus ; les réservations déjà prises sont maintenues.",
    next: "Compléter mes informations",
  },
  held: {
    label: "En vérification",
    text: "Notre prestataire de paiement vérifie vos informations. Vos sessions ne peuvent pas encore être réservées.",
    next: "Voir mon compte de paiement",
  },
  ready: {
    label: "Actif",
    text: "Vos sessions peuvent être réservées et vous êtes payé.",
    next: "Voir mon compte de paiement",
  },
};

export const BUSINESS_TYPE_LABELS: Record<AccountInput["businessType"], string> = {
  individual: "Indépendant ou micro-entreprise",
  company: "Société",
  non_profit: "Association",
};

export const COUNTRY_LABELS: Record<AccountInput["country"], string> = {
  FR: "France",
  BE: "Belgique",
  CH: "Suisse",
  CA: "Canada",
};

export const ACCOUNT_FAILURE = "Impossible de créer le compte Stripe. Veuillez réessayer.";
export const FINALIZE_FAILURE = "Impossible de créer le profil professionnel";
export const CHECKOUT_FAILURE = "Impossible de créer la session de paiement";

/** Never a refusal. */
export function postalCodeHint(postalCode: string): string | undefined {
  return /^\d{4}$/.test(postalCode.trim())
    ? "4 chiffres : Belgique ou Suisse. En France, un code postal en a 5."
    : undefined;
}

export function siretHint(siret: string): string {
  const typed = siret.replace(/\s+/g, "");
  if (typed === "" || isPlausibleSiret(typed)) return "14 chiffres";
  return /^\d{14}$/.test(typed)
    ? "Ce numéro ne semble pas être un SIRET : vérifiez ses chiffres."
    : `Un SIRET a 14 chiffres, celui-ci en a ${typed.replace(/\D/g, "").length}.`;
}

const FORM_LABELS: Record<SellerForm, string> = {
  individual: "Entrepreneur individuel",
  firm: "Société ou association",
  company: "Société",
  non_profit: "Association",
};

/** Null for what the professional has not declared (rule: who-sells). */
export function sellerFacts(
  seller: SellerNotice | SellerInFull,
): (readonly [term: string, value: string | null])[] {
  const { tradeName, legalName, form, siret, registration, postalCode, city } = seller;
  const town = [postalCode, city].filter(Boolean).join(" ");
  return [
    ["Nom légal", legalName],
    ...(legalName === tradeName ? [] : ([["Nom d'activité", tradeName]] as const)),
    ["Forme juridique", form && FORM_LABELS[form]],
    siret || !registration ? ["SIRET", siret] : ["Immatriculation", registration],
    ...("address" in seller
      ? ([
          ["Adresse", [seller.address, town].filter(Boolean).join(", ") || null],
          ["Téléphone", seller.phone],
        ] as const)
      : ([["Ville", town || null]] as const)),
  ];
}
