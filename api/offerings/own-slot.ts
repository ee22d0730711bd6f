import { z } from "@hono/zod-openapi";
import type { AgendaSlot } from "#core/agenda/schema.ts";
import { encodeAs } from "../names.ts";
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

export const encodeOwnSlot = (slot: Pick<AgendaSlot, Own | "id" | "version">) =>
  encodeAs({ shape: ownSlotShape }, slot, {
    start_datetime: slot.start,
    end_datetime: slot.end,
    available_spots: slot.free,
  });
