import { z } from "zod";
import type { Cents } from "../money.ts";
import { type Acts, type Bar, DEFAULT_PERIOD, PERIODS, type Period, type Places } from "./rules.ts";

const periods = Object.keys(PERIODS) as [Period, ...Period[]];

export const figuresInput = z.object({
  period: z.enum(periods, "4s, 3m ou 1a").default(DEFAULT_PERIOD),
});

export interface FiguresView {
  period: Period;
  from: string;
  to: string;
  /** Without those of outside clients, who have so many. */
  places: Places;
  outside: number;
  /** Without the commission; null when none stayed free. */
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
  /** Of the last 72 hours before the start, in the period and in the one before. */
  lateCents: Cents;
  lateCentsBefore: Cents;
  bars: Bar[];
  views: number;
  holds: number;
  paid: number;
  heat: { hour: number; days: (Places | null)[] }[];
  moments: ({ name: string } & Places)[];
  acts: Acts;
  best: ({ weekday: number; hour: number } & Places) | null;
}
