import { z } from "zod";

export const chooseBoostInput = z.object({
  sessionId: z.uuid("Choisissez une séance ou une activité"),
  /** Day in Paris, « 2026-11-20 ». */
  day: z.iso.date("Choisissez un jour"),
});

export const withdrawBoostInput = z.object({ boostId: z.uuid() });

export interface BoostView {
  id: string;
  sessionId: string;
  title: string;
  from: Date;
  until: Date;
  state: "coming" | "now" | "over";
}

export interface BoostPage {
  isOpen: boolean;
  boosts: BoostView[];
  sessions: { id: string; title: string }[];
  days: string[];
}
