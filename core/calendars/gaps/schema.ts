import type { Cents } from "../../money.ts";

/** An hour that an event of a private calendar set free, as it is offered back (rule: gap). */
export interface Gap {
  id: string;
  start: Date;
  end: Date;
  /** The title of the event that is gone, for the professional alone. */
  title: string | null;
  /** When it was seen to be gone. */
  foundAt: Date;
  /** The offering that would be sold then: it begins with the gap, and lasts no longer. */
  offeringId: string;
  offeringTitle: string;
  /** Minutes. */
  minutes: number;
  /** Its price now. */
  priceCents: Cents;
}

/** A stretch of one day of the week at which a professional works: 1 is Monday. */
export interface Opening {
  weekday: number;
  /** « 09:00 » */
  opens: string;
  closes: string;
}
