import type { Cents } from "../../money.ts";

/**
 * An hour that became free because an event left a private calendar, and that could be published
 * instead (rule: gap).
 */
export interface Gap {
  id: string;
  start: Date;
  end: Date;
  /** The title of the event that disappeared, shown to the professional only. */
  title: string | null;
  /** When we noticed that the event had disappeared. */
  foundAt: Date;
  /** The offering that would be sold. It would begin with the gap, and it fits into it. */
  offeringId: string;
  offeringTitle: string;
  /** Minutes. */
  minutes: number;
  /** The current price of the offering. */
  priceCents: Cents;
}
