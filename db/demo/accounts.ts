import type { Professional } from "./texts.ts";

/** Everybody in this file logs in with it. */
export const PASSWORD = "parenthese";

export interface Client {
  email: string;
  firstName: string;
  lastName: string;
}

export const CAMILLE: Client = {
  email: "camille@example.fr",
  firstName: "Camille",
  lastName: "Rousset",
};

/** Clients of Inès's, with whom nobody logs in. */
export const REGULARS: [Client, Client, Client, Client, Client] = [
  { email: "julie.ferrand@example.fr", firstName: "Julie", lastName: "Ferrand" },
  { email: "thomas.perrin@example.fr", firstName: "Thomas", lastName: "Perrin" },
  { email: "awa.diop@example.fr", firstName: "Awa", lastName: "Diop" },
  { email: "marc.besson@example.fr", firstName: "Marc", lastName: "Besson" },
  { email: "hugo.tessier@example.fr", firstName: "Hugo", lastName: "Tessier" },
];

type OwnProfessional = Professional & { email: string };

/** Premium, can be paid, may create activities. */
export const INES: OwnProfessional = {
  email: "ines@example.fr",
  firstName: "Inès",
  lastName: "Morel",
  business: "Studio Morel",
  about:
    "Yoga, méditation et sophrologie dans un ancien atelier de canut, sous quatre mètres de plafond. J'enseigne à Lyon depuis dix ans et je limite mes cours à dix personnes. Deux fois par mois, l'atelier se transforme pour des stages et des soirées.",
  street: "14 montée de la Grande-Côte",
  postcode: "69001",
  city: "Lyon",
  directions: [
    "L'atelier est au premier étage, métro Croix-Paquet, interphone « Studio Morel ».",
    "La montée est raide, comptez cinq minutes depuis les Terreaux.",
  ],
  trades: ["Yoga", "Méditation", "Sophrologie"],
  verified: true,
  sessions: 14,
};

/** Free plan, four of this month's five sessions created, can be paid. */
export const LEO: OwnProfessional = {
  email: "leo@example.fr",
  firstName: "Léo",
  lastName: "Marchand",
  business: "Léo Marchand Massages",
  about:
    "Jeune masseur formé à Annecy, je me suis installé à Lyon cette année. Suédois, sportif et assis, dans une petite salle de la Presqu'île. Mes horaires débordent volontiers sur le soir.",
  street: "31 rue de la République",
  postcode: "69002",
  city: "Lyon",
  directions: [
    "Métro Cordeliers, deuxième étage avec ascenseur.",
    "Interphone « Marchand », la salle est au bout du couloir.",
  ],
  trades: ["Massage"],
  verified: false,
  sessions: 4,
};

/** Has no payment account, hence no session, and cannot be booked. */
export const NORA: OwnProfessional = {
  email: "nora@example.fr",
  firstName: "Nora",
  lastName: "Benali",
  business: "Nora Benali, coaching",
  about:
    "Ancienne responsable de formation, je deviens coach à plein temps cette année. J'accompagne les premières prises de poste et les retours de congé. Mes premiers rendez-vous ouvriront bientôt.",
  street: "16 rue Faidherbe",
  postcode: "59800",
  city: "Lille",
  directions: [],
  trades: ["Coaching"],
  verified: false,
  sessions: 0,
};

/** Books and is booked. */
export const SAM: OwnProfessional = {
  email: "sam@example.fr",
  firstName: "Sam",
  lastName: "Lambert",
  business: "Nord-Loire Coaching",
  about:
    "Coach en équilibre de vie et instructeur de méditation, je reçois près du jardin des Plantes. Mes clients sont souvent des indépendants qui travaillent trop, comme moi autrefois.",
  street: "24 rue de Richebourg",
  postcode: "44000",
  city: "Nantes",
  directions: [
    "Face au lycée, premier étage, à trois minutes de la gare.",
    "Tram 1 arrêt Duchesse-Anne, sonnez à « Nord-Loire ».",
  ],
  trades: ["Coaching", "Méditation"],
  verified: true,
  sessions: 3,
};
