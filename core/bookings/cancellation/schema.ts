import type { SlotKind } from "../../catalogue/schema.ts";
import type { Cents } from "../../money.ts";

/** Another slot, for a client whose slot is cancelled. */
export interface OtherHour {
  slotId: string;
  kind: SlotKind;
  offeringId: string;
  title: string;
  start: Date;
  professional: string;
  /** Whether it is one of the same professional. */
  isOwn: boolean;
  /** Seats that can be had: free ones, or those of another client who sells them. */
  free: number;
  priceCents: Cents;
}
