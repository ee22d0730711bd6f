import { formatLongDate } from "../dates.ts";
import type { CalendarFailure, UnclearEvent } from "./schema.ts";

export const CANNOT_ADD: Record<CalendarFailure, string> = {
  refused: "Cette adresse n'est pas celle d'un agenda publié sur internet.",
  unreachable: "Personne ne répond à cette adresse. Vérifiez-la, ou réessayez plus tard.",
  gone: "Il n'y a pas d'agenda à cette adresse. Copiez l'adresse secrète au format iCal.",
  slow: "Cette adresse met trop de temps à répondre. Réessayez plus tard.",
  large: "Cet agenda est trop volumineux : 5 Mo au plus.",
  invalid: "Ce n'est pas un agenda. Copiez l'adresse secrète au format iCal, souvent en .ics.",
  empty: "Cet agenda est vide.",
};

export const FAILURE_LABELS: Record<CalendarFailure, string> = {
  refused: "Son adresse ne mène plus à un agenda publié sur internet.",
  unreachable: "Personne ne répond à son adresse.",
  gone: "Il n'est plus à son adresse, ou elle n'est plus valable.",
  slow: "Son adresse met trop de temps à répondre.",
  large: "Il est devenu trop volumineux : 5 Mo au plus.",
  invalid: "À son adresse, il n'y a plus un agenda.",
  empty: "Il est soudain vide. Dans le doute, rien n'a changé ici.",
};

export const unclearLabels = (unclear: readonly UnclearEvent[]): string[] => [
  ...new Set(unclear.map(unclearLabel)),
];

function unclearLabel({ title, day }: UnclearEvent): string {
  const when = day ? formatLongDate(new Date(`${day}T12:00Z`)) : "jour inconnu";
  return `${title ? `« ${title} »` : "Sans titre"}, ${when}`;
}

export const UNCLEAR_TEXT =
  "L'heure, le fuseau horaire ou la répétition s'y lit mal. Ce que nous en comprenons ferme vos créneaux ; vérifiez le reste dans votre agenda.";

export const PROVIDERS = [
  {
    name: "Google Agenda",
    steps: "Sur un ordinateur : Paramètres, votre agenda, « Adresse secrète au format iCal ».",
  },
  {
    name: "iCloud (Apple)",
    steps: "Agenda, l'icône à côté de votre calendrier, « Calendrier public », « Copier le lien ».",
  },
  {
    name: "Outlook",
    steps: "Paramètres, « Calendriers partagés », « Publier un calendrier », le lien ICS.",
  },
] as const;
