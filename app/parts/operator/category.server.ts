import { STATE_WORDS } from "#core/categories/labels.ts";
import { DECISIONS, type Decision } from "#core/categories/rules.ts";
import type { CategoryLine, CategoryView } from "#core/categories/schema.ts";
import { formatDate } from "#core/dates.ts";
import * as operatorAddresses from "#site/operator-addresses.ts";

function rowOf({ id, name, sessions, by }: CategoryLine) {
  const users = by.length < 3 ? by.join(", ") : `${by.join(", ")}…`;
  return {
    ...{ id, name, to: operatorAddresses.category(id), by: users },
    sessions: `${sessions} séance${sessions > 1 ? "s" : ""}`,
  };
}

/** Leaves empty groups out, but for the proposals. */
export function categoryGroups(lines: readonly CategoryLine[]) {
  const rows = (...states: CategoryLine["state"][]) =>
    lines.filter(({ state }) => states.includes(state)).map(rowOf);
  // Nobody waits for what nobody uses.
  const proposed = lines.filter(({ state, sessions }) => state === "proposed" && sessions > 0);
  return [
    { name: "Proposées par des praticiens", rows: proposed.map(rowOf) },
    { name: "Offertes à tous", rows: rows("filter", "standing") },
    { name: "À leurs praticiens seuls", rows: rows("kept") },
  ];
}

const CHOICES: Record<Decision, { name: string; text: string }> = {
  accept: {
    name: "L'offrir à tous",
    text: "Dans les formulaires, les suggestions et les pages des pratiques.",
  },
  rename: { name: "La renommer", text: "Ses anciennes adresses mènent au nouveau nom." },
  merge: {
    name: "La fondre dans une autre",
    text: "Séances, alertes, chiffres et adresses y vont. Rien ne la sépare plus ensuite.",
  },
  refuse: { name: "La refuser", text: "Ses praticiens la gardent pour eux et lisent pourquoi." },
  withdraw: {
    name: "La retirer à tous",
    text: "Ses praticiens la gardent pour eux, sa page n'existe plus.",
  },
};

export function categoryChoices({ state }: CategoryView) {
  return DECISIONS[state].map((value) => ({ value, ...CHOICES[value] }));
}

export function categoryFacts(found: CategoryView): [string, string][] {
  const { state, sessions, professionals, alerts, formerNames, mergedInto, createdAt } = found;
  return [
    ["État", mergedInto ? `Fondue dans « ${mergedInto.name} »` : STATE_WORDS[state]],
    ["Depuis", formatDate(createdAt)],
    ["Séances", `${sessions}`],
    ["Praticiens", `${professionals}`],
    ["Alertes qui la demandent", `${alerts}`],
    ...(formerNames.length > 0
      ? [["Noms qui y mènent", formerNames.join(", ")] as [string, string]]
      : []),
  ];
}
