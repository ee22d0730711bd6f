/** How a bank answers when a card is charged, and what follows. */
export interface TestCard {
  number: string;
  /** The purpose of the card, in French, as the hosted page lists it. */
  label: string;
  brand: "visa" | "mastercard" | "amex";
  country: string;
  funding: "credit" | "debit";
  /** Stripe's code, decline code and English message of the refusal. */
  declined?: { code: string; declineCode?: string; message: string; french: string };
  /** The bank asks for 3-D Secure: the first time, or at each payment. */
  challenge?: "once" | "always";
  /** A dispute follows a few seconds after the payment. */
  dispute?: "fraudulent" | "product_not_received";
  /** Refunds of it fail after having succeeded, or succeed after having been pending. */
  refund?: "fails_later" | "succeeds_later";
  /** Saved, then refused when a subscription charges it without its owner. */
  refusedLater?: boolean;
}

const generic = {
  code: "card_declined",
  declineCode: "generic_decline",
  message: "Your card was declined.",
  french: "Votre carte a été refusée.",
};
const noFunds = {
  code: "card_declined",
  declineCode: "insufficient_funds",
  message: "Your card has insufficient funds.",
  french: "Les fonds disponibles sur votre carte sont insuffisants.",
};
const visa = { brand: "visa", country: "US", funding: "credit" } as const;

/** https://docs.stripe.com/testing#cards */
export const testCards: readonly TestCard[] = [
  { ...visa, number: "4242424242424242", label: "Paiement accepté (Visa)" },
  { ...visa, number: "4000056655665556", funding: "debit", label: "Paiement accepté (Visa débit)" },
  { ...visa, number: "4000002500000003", country: "FR", label: "Paiement accepté (Visa, France)" },
  {
    ...visa,
    number: "5555555555554444",
    brand: "mastercard",
    label: "Paiement accepté (Mastercard)",
  },
  {
    ...visa,
    number: "378282246310005",
    brand: "amex",
    label: "Paiement accepté (American Express)",
  },
  { ...visa, number: "4000000000000002", declined: generic, label: "Carte refusée" },
  { ...visa, number: "4000000000009995", declined: noFunds, label: "Fonds insuffisants" },
  {
    ...visa,
    number: "4000000000009987",
    label: "Carte perdue",
    declined: { ...generic, declineCode: "lost_card" },
  },
  {
    ...visa,
    number: "4000000000009979",
    label: "Carte volée",
    declined: { ...generic, declineCode: "stolen_card" },
  },
  {
    ...visa,
    number: "4000000000000069",
    label: "Carte expirée",
    declined: {
      code: "expired_card",
      message: "Your card has expired.",
      french: "Votre carte a expiré.",
    },
  },
  {
    ...visa,
    number: "4000000000000127",
    label: "Code de sécurité incorrect",
    declined: {
      code: "incorrect_cvc",
      message: "Your card's security code is incorrect.",
      french: "Le code de sécurité de votre carte est incorrect.",
    },
  },
  {
    ...visa,
    number: "4000000000000119",
    label: "Erreur de traitement",
    declined: {
      code: "processing_error",
      message: "An error occurred while processing your card. Try again in a little bit.",
      french:
        "Une erreur s'est produite lors du traitement de votre carte. Réessayez dans un instant.",
    },
  },
  { ...visa, number: "4000002500003155", challenge: "once", label: "Authentification 3-D Secure" },
  {
    ...visa,
    number: "4000002760003184",
    challenge: "always",
    label: "Authentification 3-D Secure à chaque paiement",
  },
  {
    ...visa,
    number: "4000008260003178",
    challenge: "always",
    declined: noFunds,
    label: "3-D Secure, puis fonds insuffisants",
  },
  {
    ...visa,
    number: "4000008400001629",
    challenge: "always",
    declined: generic,
    label: "3-D Secure, puis carte refusée",
  },
  {
    ...visa,
    number: "4000000000000259",
    dispute: "fraudulent",
    label: "Accepté, puis contesté (fraude)",
  },
  {
    ...visa,
    number: "4000000000002685",
    dispute: "product_not_received",
    label: "Accepté, puis contesté (service non reçu)",
  },
  {
    ...visa,
    number: "4000000000005126",
    refund: "fails_later",
    label: "Accepté ; le remboursement échoue plus tard",
  },
  {
    ...visa,
    number: "4000000000007726",
    refund: "succeeds_later",
    label: "Accepté ; le remboursement reste en attente quelques secondes",
  },
  {
    ...visa,
    number: "4000000000000341",
    refusedLater: true,
    label: "Enregistrée, mais refusée lors du prélèvement d'un abonnement",
  },
];

/** Any other valid number: a simulator must never take a real card. */
const liveCard = {
  code: "card_declined",
  declineCode: "test_mode_live_card",
  message:
    "Your card was declined. Your request was in test mode, but used a non test (live) card. For a list of valid test cards, visit: https://stripe.com/docs/testing.",
  french:
    "Votre carte a été refusée : ce simulateur n'accepte que les cartes de test listées sur cette page.",
};

export function testCard(number: string): TestCard {
  return (
    testCards.find((card) => card.number === number) ?? {
      ...visa,
      number: "0000000000000000",
      label: "",
      declined: liveCard,
    }
  );
}
