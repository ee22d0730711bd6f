import type { Stop } from "./schema.ts";

const countOf = (count: number, one: string, many = `${one}s`) =>
  `${count} ${count === 1 ? one : many}`;

export function peopleLabel({ people, held, outside }: Stop): string {
  const names = people.slice(0, people.length === 4 ? 4 : 3).map(({ name }) => name);
  const rest = people.length - names.length;
  const listed = names.join(", ") + (rest > 0 ? ` et ${rest} autres` : "");
  const [only] = people;
  const seats = people.reduce((sum, person) => sum + person.seats, 0);
  const parts = [
    seats > 1 && countOf(seats, "place"),
    listed,
    people.length === 1 && only?.isFirst && "1re fois",
    held > 0 && countOf(held, "paiement en cours", "paiements en cours"),
    outside > 0 && `${countOf(outside, "place")} hors site, à prévenir vous-même`,
  ];
  return parts.filter(Boolean).join(" · ") || "Personne encore : simplement fermé";
}

export function toldLabel(people: number): string {
  if (people === 0) return "Personne à prévenir par e-mail";
  return countOf(people, "personne prévenue", "personnes prévenues");
}

export function doneText({
  people,
  slots,
  outside,
}: {
  people: number;
  slots: number;
  outside: number;
}): string {
  const closed = countOf(slots, "créneau fermé", "créneaux fermés");
  const own =
    outside > 0 ? " Vos clients hors site restent dans l'agenda, à prévenir vous-même." : "";
  if (people === 0) {
    return `${closed}.${own || " Personne n'y était inscrit."}`;
  }
  const who = people === 1 ? "Une personne est remboursée" : `${people} personnes sont remboursées`;
  return `${closed}. ${who} en entier et ${people === 1 ? "prévenue" : "prévenues"} par e-mail.${own}`;
}
