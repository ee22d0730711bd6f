import { z } from "@hono/zod-openapi";
import type { AgendaSlot } from "#core/agenda/schema.ts";
import { instant } from "../resource.ts";

export const ownSlotShape = {
  id: z.uuid(),
  kind: z.enum(["session", "activity"]),
  offering_id: z.uuid(),
  title: z.string(),
  start_datetime: instant,
  end_datetime: instant,
  capacity: z.number().int(),
  available_spots: z.number().int(),
  is_parallel: z.boolean(),
  version: z.number().int(),
};

type Own = "kind" | "offeringId" | "title" | "start" | "end" | "capacity" | "free" | "isParallel";

export function encodeOwnSlot(slot: Pick<AgendaSlot, Own | "id" | "version">) {
  return {
    id: slot.id,
    kind: slot.kind,
    offering_id: slot.offeringId,
    title: slot.title,
    start_datetime: slot.start.toISOString(),
    end_datetime: slot.end.toISOString(),
    capacity: slot.capacity,
    available_spots: slot.free,
    is_parallel: slot.isParallel,
    version: slot.version,
  };
}
