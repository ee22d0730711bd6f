import type { SlotKind } from "../../catalogue/schema.ts";
import type { Cents } from "../../money.ts";

/** Another hour for somebody whose slot does not take place. */
export interface OtherHour {
  slotId: string;
  kind: SlotKind;
  offeringId: string;
  title: string;
  start: Date;
  professional: string;
  /** The same professional's. */
  isOwn: boolean;
  /** Free seats. */
  free: number;
  priceCents: Cents;
}
