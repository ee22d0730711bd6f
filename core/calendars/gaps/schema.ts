import type { Cents } from "../../money.ts";

/** Became free when an event left a private calendar (rule: gap). */
export interface Gap {
  id: string;
  start: Date;
  end: Date;
  /** Of the event that disappeared; shown to the professional only. */
  title: string | null;
  foundAt: Date;
  offeringId: string;
  offeringTitle: string;
  /** Minutes. */
  minutes: number;
  priceCents: Cents;
}
