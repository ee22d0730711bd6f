import { z } from "zod";
import { capacity, line, optional } from "../fields/schema.ts";
import type { SlotKind } from "../schema.ts";

const MAX_NAME_LENGTH = 100;

export const outsideInput = z.object({
  slotId: z.uuid(),
  name: optional(line(MAX_NAME_LENGTH)),
  seats: capacity.default(1),
});

/** The name is seen by the professional alone. */
export interface OutsideClient {
  id: string;
  name: string | null;
  seats: number;
}

export interface OutsideView {
  slotId: string;
  kind: SlotKind;
  title: string;
  start: Date;
  end: Date;
  /** On sale or withheld, without those for which somebody waits. */
  left: number;
  /** Whether somebody waits for others (rule: waiting-list). */
  isAwaited: boolean;
  clients: OutsideClient[];
}
