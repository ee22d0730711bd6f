import type { SlotKind } from "../../catalogue/schema.ts";
import type { Cents } from "../../money.ts";

export interface OtherHour {
  slotId: string;
  kind: SlotKind;
  offeringId: string;
  title: string;
  start: Date;
  professional: string;
  isOwn: boolean;
  free: number;
  priceCents: Cents;
}
