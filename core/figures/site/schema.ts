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

export const siteFiguresTable = siteFiguresInput.extend({
  table: z.enum(TABLES, TABLES.join(", ")),
});

export interface SiteFigures {
  period: Period;
  spans: Span[];
  totals: Totals[];
  countedAt: Date | null;
  tonight: Evening | null;
  weekAgo: Evening | null;
  yearAgo: Evening | null;
  /** Null for hours to come, and of an evening that was not counted. */
  course: { hour: number; taken: (number | null)[] }[];
  hours: EveningHour[];
  categories: string[];
  towns: TownRow[];
  hints: Hint[];
  missed: MissedRow[];
  trust: Trust[];
  weeks: (Span & { trust: Trust })[];
}
