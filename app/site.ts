/**
 * Who runs this site (R1). Every value is fictitious: an operator edits this file, and nothing
 * else, before going live.
 */
export const site = {
  name: "Parenthèse",
  tagline: "Le bien-être, à la dernière minute",
  email: "bonjour@parenthese.example.fr",
  phone: { label: "01 99 00 12 34", href: "tel:+33199001234" },
  city: "Lyon",
  /** Opening hours of the support, as S1§2 gives them. */
  hours: [
    { days: "Du lundi au vendredi", time: "9h-18h" },
    { days: "Samedi", time: "10h-16h" },
    { days: "Dimanche", time: "Fermé" },
  ],
  socials: [
    { name: "Instagram", href: "https://instagram.example.fr/parenthese" },
    { name: "Facebook", href: "https://facebook.example.fr/parenthese" },
    { name: "LinkedIn", href: "https://linkedin.example.fr/parenthese" },
  ],
  legal: {
    company: "Parenthèse SAS",
    capital: "10 000 €",
    register: "RCS Lyon 000 000 000",
    address: "1 place de l'Exemple, 69001 Lyon",
    director: "Prénom Nom",
    host: "Hébergeur Exemple, 2 rue de l'Exemple, 75001 Paris",
  },
  mediator: { name: "Médiateur Exemple", href: "https://mediateur.example.fr" },
} as const;
