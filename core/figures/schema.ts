import { z } from "zod";
import type { Cents } from "../money.ts";
import { type Acts, type Bar, DEFAULT_PERIOD, PERIODS, type Period, type Places } from "./rules.ts";

const periods = Object.keys(PERIODS) as [Period, ...Period[]];

export const figuresInput = z.object({
  period: z.enum(periods, "4s, 3m ou 1a").default(DEFAULT_PERIOD),
});

/** Everything that /chiffres shows of one professional's period. */
export interface FiguresView {
  period: Period;
  /** The first and the last day, « 2026-10-23 ». */
  from: string;
  to: string;
  /** All places of the period but those of outside clients, who have so many. */
  places: Places;
  outside: number;
  /** The average cost of a place that stayed free, without the commission; null when none did. */
  emptyCents: Cents | null;
  offerings: {
    id: string;
    title: string;
    seats: number;
    filled: number;
    outside: number;
    views: number;
    holds: number;
    paid: number;
  }[];
  /** Sold in the last 72 hours, in the period and in the one before. */
  lateCents: Cents;
  lateCentsBefore: Cents;
  /** By week, or by month, the earliest first. */
  bars: Bar[];
  views: number;
  holds: number;
  paid: number;
  heat: { hour: number; days: (Places | null)[] }[];
  moments: ({ name: string } & Places)[];
  acts: Acts;
  best: ({ weekday: number; hour: number } & Places) | null;
}
