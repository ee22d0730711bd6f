import { z } from "zod";

export const chooseBoostInput = z.object({
  /** A session's, or an activity's. */
  sessionId: z.uuid("Choisissez une séance ou une activité"),
  /** A day in Paris, « 2026-11-20 ». */
  day: z.iso.date("Choisissez un jour"),
});

export const withdrawBoostInput = z.object({ boostId: z.uuid() });

/** One boost, as its professional sees it. */
export interface BoostView {
  id: string;
  sessionId: string;
  title: string;
  from: Date;
  until: Date;
  state: "coming" | "now" | "over";
}

/** The page on which a boost is chosen. */
export interface BoostPage {
  /** Whether the plan contains boosts. */
  isOpen: boolean;
  /** Those of this month and later, the earliest first. */
  boosts: BoostView[];
  sessions: { id: string; title: string }[];
  /** The days that are left to choose, as « 2026-11-20 ». */
  days: string[];
}
