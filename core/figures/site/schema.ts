import { z } from "zod";
import {
  DEFAULT_PERIOD,
  type Evening,
  PERIODS,
  type Period,
  type Span,
  type Totals,
  type TownRow,
} from "./rules.ts";

const periods = Object.keys(PERIODS) as [Period, ...Period[]];

export const siteFiguresInput = z.object({
  period: z.enum(periods).catch(DEFAULT_PERIOD).default(DEFAULT_PERIOD),
});

/** The tables that are given out as CSV. */
export const siteFiguresTable = siteFiguresInput.extend({
  table: z.enum(["villes", "parcours", "places"], "villes, parcours ou places"),
});

/** Everything that /operateur/chiffres shows. */
export interface SiteFigures {
  period: Period;
  /** The period, the one before it, and the same days a year ago. */
  spans: Span[];
  totals: Totals[];
  /** When tonight was counted; null before the first count of the day. */
  countedAt: Date | null;
  tonight: Evening | null;
  weekAgo: Evening | null;
  yearAgo: Evening | null;
  categories: string[];
  towns: TownRow[];
}
