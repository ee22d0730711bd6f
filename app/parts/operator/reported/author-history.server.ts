import { formatMoment } from "#core/dates.ts";
import { ACT_WORDS } from "#core/operators/acts/labels.ts";
import type { Author, AuthorCase, AuthorHistory } from "#core/records/schema.ts";
import { ADDRESS } from "../office.server.ts";
import type { HistoryLine, HistoryView } from "./author-history.tsx";

const MONTH = new Intl.DateTimeFormat("fr-FR", {
  ...{ month: "long", year: "numeric", timeZone: "Europe/Paris" },
});

export function historyOf({ author, cases }: AuthorHistory): HistoryView {
  return { facts: author ? factsOf(author) : [], lines: linesOf(cases) };
}

function factsOf({ since, booked, business }: Author): [string, string][] {
  return [
    ["Compte", `Ouvert en ${MONTH.format(since)}`],
    ...(booked > 0 || !business
      ? [["Réservations faites", String(booked)] as [string, string]]
      : []),
    ...(business ? ofBusiness(business) : []),
  ];
}

function ofBusiness(business: NonNullable<Author["business"]>): [string, string][] {
  const { since, booked, rating, totalReviews, isVerified } = business;
  const mark = rating.toLocaleString("fr-FR", { minimumFractionDigits: 1 });
  return [
    [
      "Page de praticien",
      `Depuis ${MONTH.format(since)}, ${isVerified ? "vérifiée" : "sans coche"}`,
    ],
    ["Réservations reçues", String(booked)],
    ["Note", totalReviews === 0 ? "Aucun avis" : `${mark} sur 5, avis : ${totalReviews}`],
  ];
}

function linesOf(cases: readonly AuthorCase[]): HistoryLine[] {
  return cases.map((one) => {
    const { kind, id, at, decision } = one;
    return {
      ...{ title: titleOf(one), address: ADDRESS[kind](id), at: formatMoment(at) },
      decision: decision ? ACT_WORDS[decision.act] : "Attend une décision",
      ...{ isOpen: !decision, reason: decision?.reason ?? null, by: decision?.operator ?? null },
    };
  });
}

function titleOf({ kind, name, by }: AuthorCase): string {
  if (kind === "content") return name ?? "Publication supprimée";
  if (kind === "review") return name === null ? "Avis supprimé" : `Avis sur ${name}`;
  if (name === null) return "Message supprimé";
  return by === "client" ? `Message à ${name}` : `Message de ${name}`;
}
