import { describe, expect, it, test } from "vitest";
import { findTitles, PROTECTED_TITLES } from "./rules.ts";

describe("a protected title (rule: protected-titles)", () => {
  it.each([
    ["Sage-femme depuis dix ans, je vous accueille.", ["Sage-femme"]],
    ["Je suis sage-femme et ostéopathe.", ["Ostéopathe", "Sage-femme"]],
    ["Je suis une sage-femme libérale.", ["Sage-femme"]],
    ["Séance animée par une sage-femme.", ["Sage-femme"]],
    ["Yoga prénatal avec une infirmière diplômée", ["Infirmier"]],
    ["En tant que psychologue, je vous écoute.", ["Psychologue"]],
    ["Claire est une ancienne kiné", ["Kinésithérapeute"]],
    ["Léa, kinésithérapeute", ["Kinésithérapeute"]],
    ["Massage doux. Médecin de formation.", ["Médecin"]],
    ["Demandez l'avis de votre médecin\nOstéopathe D.O.", ["Ostéopathe"]],
    ["Parlez-en à votre médecin. Je suis médecin moi-même.", ["Médecin"]],
    ["Je ne suis pas seulement psychologue", ["Psychologue"]],
    ["Consultation de diététicienne", ["Diététicien"]],
    ["Notre infirmière vous accueille", ["Infirmier"]],
    ["PSYCHOTHÉRAPEUTE", ["Psychothérapeute"]],
  ])("is claimed: %s", (text, titles) => {
    expect(findTitles(text).sort()).toEqual(titles);
  });

  it.each([
    "Demandez l'avis de votre médecin avant de venir.",
    "Demandez l’avis d’un médecin.",
    "En accord avec votre sage-femme, dès la douzième semaine.",
    "Parlez-en à ta sage-femme ou à ton médecin",
    "Avec l'accord de votre médecin ou sage-femme",
    "Un avis médical est nécessaire.",
    "Ne remplace pas un médecin.",
    "Je ne suis pas médecin.",
    "Je ne suis ni médecin, ni psychologue",
    "Sans être psychologue, j'écoute",
    "Voyez un médecin ou un kinésithérapeute",
    "Sur prescription d'un médecin",
    "Un certificat de médecin est demandé",
    "Recommandé par un ostéopathe",
    "Si le médecin vous l'a permis",
    "En lien avec un psychologue",
    "Après une séance chez le kiné",
    "Votre propre médecin reste votre interlocuteur",
    "Mon ostéopathe m'a donné envie de ce métier",
    "Yoga pour infirmières",
    "Aux médecins et infirmières du quartier",
    "La médecine douce",
  ])("is not claimed: %s", (text) => {
    expect(findTitles(text)).toEqual([]);
  });

  test("is claimed by its owner and not by whoever names another's, whichever it is", () => {
    for (const title of PROTECTED_TITLES) {
      expect(findTitles(`Je suis ${title}.`), title).toEqual([title]);
      expect(findTitles(`Parlez-en à votre ${title}, puis venez.`), title).toEqual([]);
      expect(findTitles(`Votre ${title} le sait. ${title}, je le sais aussi.`)).toEqual([title]);
    }
  });

  test("is looked for in a time that grows with the text", () => {
    const long = "votre medecin, ".repeat(20_000);
    expect(findTitles(long)).toEqual([]);
  });
});
