import { formatMoment } from "#core/dates.ts";
import type { CaseSide, Contest } from "#core/moderation/cases/schema.ts";
import type { ContestLine } from "./contests.tsx";

const OTHERS: Record<Exclude<CaseSide, "author">, string> = {
  replier: "le professionnel, pour sa réponse",
  reporter: "qui l'a signalé",
};

export function contestLines(contests: readonly Contest[], author: string): ContestLine[] {
  return contests.map(({ by, text, contestedAt, isOpen }) => ({
    ...{ who: by === "author" ? author : OTHERS[by], text, isOpen },
    at: formatMoment(contestedAt),
  }));
}
