import type { WeeklyTime } from "./calendar.ts";

export interface DemoActivity {
  title: string;
  category: "Atelier" | "Workshop" | "Coworking" | "Autre";
  text: string;
  places: number;
  minutes: number;
  euros: number;
  included: string[];
  requirements: string[];
  tags: string[];
  times: WeeklyTime[];
}

/** The activities that Inès offers beside her sessions, all at her studio. */
export const ACTIVITIES: DemoActivity[] = [
  {
    title: "Atelier du samedi, installer une pratique de yoga chez soi",
    category: "Atelier",
    text: "Trois heures pour repartir avec une séance de vingt minutes que vous saurez dérouler seul. On choisit six postures, on apprend à les enchaîner, on prévoit aussi les jours sans courage. Le thé et le carnet sont compris.",
    places: 10,
    minutes: 180,
    euros: 48,
    included: ["Carnet de pratique", "Thé et gâteaux", "Tapis et accessoires"],
    requirements: ["Une tenue souple"],
    tags: ["Apprentissage", "Communauté"],
    times: [{ weekday: 6, time: "14:00", every: 2, offset: 0 }],
  },
  {
    title: "Retraite d'une journée, silence et marche",
    category: "Autre",
    text: "Une journée entière sans téléphone, à deux pas du centre et pourtant très loin. Assises, marche lente au bord de la Saône, repas végétarien pris en silence, puis un long partage en fin d'après-midi. Aucune expérience n'est demandée.",
    places: 8,
    minutes: 480,
    euros: 90,
    included: ["Repas de midi et collations", "Coussins et plaids"],
    requirements: ["De bonnes chaussures", "Un carnet", "Un vêtement chaud"],
    tags: ["Communauté", "Apprentissage"],
    times: [{ weekday: 7, time: "09:30", every: 4, offset: 1 }],
  },
  {
    title: "Workshop respiration et prise de parole",
    category: "Workshop",
    text: "Le souffle avant les mots, pour celles et ceux qui parlent devant une équipe, une classe ou une caméra. Une heure de technique, une heure de passages filmés, et des retours que l'on peut entendre. Six participants travaillent, les autres apprennent en regardant.",
    places: 12,
    minutes: 150,
    euros: 39,
    included: ["Enregistrement de votre passage", "Fiches d'exercices"],
    requirements: ["Un texte de deux minutes"],
    tags: ["Professionnel", "Formation", "Échange"],
    times: [{ weekday: 4, time: "18:30", every: 2, offset: 1 }],
  },
  {
    title: "Coworking au calme, avec pauses guidées",
    category: "Coworking",
    text: "L'atelier devient une salle de travail pour la matinée. Quatre plages de concentration de quarante minutes, séparées par des étirements et une courte méditation. On avance beaucoup et l'on sort détendu, ce qui est assez rare.",
    places: 9,
    minutes: 210,
    euros: 15,
    included: ["Wifi et prises", "Café et thé à volonté"],
    requirements: ["Votre ordinateur et un casque"],
    tags: ["Productivité", "Réseau", "Collaboration"],
    times: [
      { weekday: 1, time: "09:00", every: 1, offset: 0 },
      { weekday: 3, time: "09:00", every: 1, offset: 0 },
    ],
  },
  {
    title: "Soirée carnet créatif et yoga nidra",
    category: "Atelier",
    text: "On dessine, on colle et on écrit pendant une heure, puis on s'allonge pour un long yoga nidra. L'ordre compte, la main se fatigue avant la tête. Une soirée douce pour finir la semaine.",
    places: 10,
    minutes: 120,
    euros: 29,
    included: ["Papiers, colle et feutres", "Matelas et couvertures"],
    requirements: ["Un carnet, si vous en avez un"],
    tags: ["Créatif", "Échange"],
    times: [{ weekday: 5, time: "19:00", every: 2, offset: 0 }],
  },
];
