import { z } from "zod";
import { capacity, line, optional } from "../fields/schema.ts";
import type { SlotKind } from "../schema.ts";

const MAX_NAME_LENGTH = 100;

export const outsideInput = z.object({
  slotId: z.uuid(),
  name: optional(line(MAX_NAME_LENGTH)),
  seats: capacity.default(1),
});

/** A client who booked elsewhere: a name, which only the professional sees, and seats. */
export interface OutsideClient {
  id: string;
  name: string | null;
  seats: number;
}

/** A slot in the form in which its professional adds outside clients. */
export interface OutsideView {
  slotId: string;
  kind: SlotKind;
  title: string;
  start: Date;
  end: Date;
  /** Seats that nobody has, on sale or withheld, and for which nobody waits. */
  left: number;
  /** Whether there are others, for which somebody waits (rule: waiting-list). */
  isAwaited: boolean;
  /** In the order in which they were added. */
  clients: OutsideClient[];
}
