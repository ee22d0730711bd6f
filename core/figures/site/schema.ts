import { z } from "zod";
import {
  DEFAULT_PERIOD,
  type Evening,
  type EveningHour,
  type Hint,
  type MissedRow,
  PERIODS,
  type Period,
  type Span,
  type Totals,
  type TownRow,
  type Trust,
} from "./rules.ts";

const periods = Object.keys(PERIODS) as [Period, ...Period[]];

export const siteFiguresInput = z.object({
  period: z.enum(periods).catch(DEFAULT_PERIOD).default(DEFAULT_PERIOD),
});

const TABLES = ["heures", "villes", "parcours", "places", "recherches", "confiance"] as const;

/** The tables that are given out as CSV. */
export const siteFiguresTable = siteFiguresInput.extend({
  table: z.enum(TABLES, TABLES.join(", ")),
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
  /**
   * The places that were taken by the end of each hour, tonight and on the two evenings that it is
   * compared with; null of hours to come, and of an evening that was not counted.
   */
  course: { hour: number; taken: (number | null)[] }[];
  /** The evening by the hour. */
  hours: EveningHour[];
  categories: string[];
  towns: TownRow[];
  hints: Hint[];
  /** The most frequent first. */
  missed: MissedRow[];
  /** The sums of the three spans. */
  trust: Trust[];
  /** Weeks up to yesterday, the earliest first. */
  weeks: (Span & { trust: Trust })[];
}
