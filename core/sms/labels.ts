import { formatShortDate, formatTime } from "../dates.ts";
import { SEGMENT, septets, toGsm } from "./rules.ts";

interface TextFacts {
  kind: "reminder" | "booking-soon";
  title: string;
  start: Date;
  practitioner: string;
  city: string | null;
  stopUrl: string;
}

/** Fits one segment, place first; never a presence code, because anybody reads a locked screen. */
export function textOf({ kind, title, start, practitioner, city, stopUrl }: TextFacts): string {
  const head = kind === "reminder" ? "Rappel : " : "Nouvelle réservation : ";
  const when = `, ${formatShortDate(start)} à ${formatTime(start)}`;
  const tail = `. Stop : ${stopUrl}`;
  const withWhat = (name: string, more: (string | null)[]) =>
    toGsm(head + name + when + more.map((part) => (part ? `, ${part}` : "")).join("") + tail);
  const told = kind === "reminder" ? [practitioner, city ?? "en ligne"] : [];
  for (const more of [told, told.slice(0, 1), []]) {
    const text = withWhat(title, more);
    if (septets(text) <= SEGMENT) return text;
  }
  let cut = toGsm(title);
  while (cut && septets(withWhat(`${cut}.`, [])) > SEGMENT) cut = cut.slice(0, -1).trimEnd();
  return withWhat(cut ? `${cut}.` : "votre séance", []);
}
