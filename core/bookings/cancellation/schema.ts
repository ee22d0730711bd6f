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
  /** Free seats. */
  free: number;
  priceCents: Cents;
}
