/** Fictitious values that an operator replaces before going live (rule: site-details). */
export const site = {
  name: "Parenthèse",
  tagline: "Le bien-être, à la dernière minute",
  email: "bonjour@parenthese.example.fr",
  phone: { label: "01 99 00 12 34", href: "tel:+33199001234" },
  city: "Lyon",
  hours: [
    { days: "Du lundi au vendredi", time: "9h-18h" },
    { days: "Samedi", time: "10h-16h" },
    { days: "Dimanche", time: "Fermé" },
  ],
  answersWithin: "24 heures ouvrées",
  socials: [
    { name: "Instagram", href: "https://instagram.example.fr/parenthese" },
    { name: "Facebook", href: "https://facebook.example.fr/parenthese" },
    { name: "LinkedIn", href: "https://linkedin.example.fr/parenthese" },
  ],
} as const;

/** Start of the current terms, which names their version; change it with their text. */
export const TERMS_SINCE = "2026-11-20";

/** Read on the server only, like everything below. */
export const legal = {
  company: "Parenthèse SAS",
  form: "société par actions simplifiée",
  capital: "10\u00a0000\u00a0€",
  register: "RCS Lyon 000 000 000",
  vat: "FR 00 000000000",
  address: "1 place de l'Exemple, 69001 Lyon",
  director: "Hélène Marchetti",
  host: {
    name: "Hébergeur Exemple",
    address: "2 rue de l'Exemple, 75001 Paris",
    phone: "01 99 00 56 78",
  },
  privacyEmail: "donnees@parenthese.example.fr",
} as const;

export const mediator = {
  name: "Médiateur Exemple",
  address: "3 rue de l'Exemple, 75002 Paris",
  href: "https://mediateur.example.fr",
} as const;

export const founders = [
  {
    name: "Hélène Marchetti",
    role: "Cofondatrice, du côté des praticiens",
    story:
      "Sophrologue pendant dix ans, elle a vu trop d'heures libres rester vides entre deux rendez-vous. Elle accompagne aujourd'hui les praticiens qui rejoignent le site.",
  },
  {
    name: "Karim Bensalem",
    role: "Cofondateur, du côté du site",
    story:
      "Développeur, il cherchait un massage un mardi soir et n'a trouvé que des répondeurs. Il construit depuis un site qui répond tout de suite, et qui reste simple.",
  },
];
