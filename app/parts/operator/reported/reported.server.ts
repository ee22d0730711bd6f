import { formatMoment } from "#core/dates.ts";
import type { CaseSide, Contest } from "#core/moderation/cases/schema.ts";
import { findSuspectWords } from "#core/moderation/rules.ts";
import { ACT_WORDS } from "#core/operators/acts/labels.ts";
import type { Author, AuthorCase, AuthorHistory } from "#core/records/schema.ts";
import { ADDRESS } from "../office.server.ts";

const MONTH = new Intl.DateTimeFormat("fr-FR", {
  ...{ month: "long", year: "numeric", timeZone: "Europe/Paris" },
});

/** The facts are empty once the account is deleted. */
export function historyOf({ author, cases }: AuthorHistory) {
  return { facts: author ? factsOf(author) : [], lines: cases.map(lineOf) };
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

function lineOf(one: AuthorCase) {
  const { kind, id, at, decision } = one;
  return {
    ...{ title: titleOf(one), address: ADDRESS[kind](id), at: formatMoment(at) },
    decision: decision ? ACT_WORDS[decision.act] : "Attend une décision",
    ...{ isOpen: !decision, reason: decision?.reason ?? null, by: decision?.operator ?? null },
  };
}

function titleOf({ kind, name, by }: AuthorCase): string {
  if (kind === "content") return name ?? "Publication supprimée";
  if (kind === "review") return name === null ? "Avis supprimé" : `Avis sur ${name}`;
  if (name === null) return "Message supprimé";
  return by === "client" ? `Message à ${name}` : `Message de ${name}`;
}

/** Null where nothing has changed since the first report that waits. */
export function changedSince(
  reports: readonly { createdAt: Date; isOpen: boolean; before: readonly string[] | null }[],
  now: readonly string[],
) {
  const texts = now.filter((text) => text !== "");
  for (const { createdAt, isOpen, before } of reports) {
    const kept = before?.filter((text) => text !== "");
    if (!isOpen || !kept || kept.join("\n") === texts.join("\n")) continue;
    const paragraphs = kept.map((text) =>
      texts.includes(text) ? [whole(text)] : goneOf(text, texts),
    );
    return { at: formatMoment(createdAt), paragraphs };
  }
  return null;
}

export type TextPiece = ReturnType<typeof whole>;

const whole = (text: string, isMarked = false) => ({ text, isMarked });

/** Marks what the most similar text has lost. */
function goneOf(text: string, texts: readonly string[]): TextPiece[] {
  const words = wordsOf(text);
  let [best, left, right] = [0, 0, 0];
  for (const other of texts.map(wordsOf)) {
    const start = sharedStart(words, other);
    const most = Math.min(words.length, other.length) - start;
    const end = Math.min(most, sharedStart(words.toReversed(), other.toReversed()));
    if (start + end > best) [best, left, right] = [start + end, start, end];
  }
  const cut = words.length - right;
  return [
    whole(words.slice(0, left).join("")),
    whole(words.slice(left, cut).join(""), true),
    whole(words.slice(cut).join("")),
  ].filter(({ text }) => text !== "");
}

const wordsOf = (text: string) => text.split(/(\s+)/);

function sharedStart(words: readonly string[], other: readonly string[]): number {
  const at = words.findIndex((word, place) => word !== other[place]);
  return at === -1 ? words.length : at;
}

const OTHERS: Record<Exclude<CaseSide, "author">, string> = {
  replier: "le professionnel, pour sa réponse",
  reporter: "qui l'a signalé",
};

/** @param author the words for the author of the review or message. */
export function contestLines(contests: readonly Contest[], author: string) {
  return contests.map(({ by, text, contestedAt, isOpen }) => {
    const who = by === "author" ? author : OTHERS[by];
    return { text, said: `Par ${who}, ${formatMoment(contestedAt)}${isOpen ? "" : " · Répondu"}` };
  });
}

/** A text in pieces, those marked that a person should read (rule: content-filter). */
export function splitAtSuspects(text: string): TextPiece[] {
  const words = findSuspectWords(text);
  if (words.length === 0) return [whole(text)];
  const pattern = words.map((word) => RegExp.escape(word)).join("|");
  return text.split(new RegExp(`(${pattern})`)).map((piece, at) => whole(piece, at % 2 === 1));
}
