import type { SlotKind } from "../../catalogue/schema.ts";
import type { Context } from "../../context.server.ts";
import type { QueuedMail } from "../../notifications/schema.ts";
import { editionPath } from "../rules.ts";
import { findLinkless } from "./store.server.ts";

export interface LinkReminder {
  kind: SlotKind;
  title: string;
  start: Date;
  end: Date;
  clients: number;
  editUrl: string;
}

/** Null once the link is there, the slot has begun, or nobody has booked it any more. */
export async function readLinkReminder(
  ctx: Context,
  mail: QueuedMail<"link-missing">,
): Promise<LinkReminder | null> {
  const slot = await findLinkless(ctx.db, mail.data.slotId, ctx.now());
  if (!slot) return null;
  const { offeringId, ...reminder } = slot;
  return { ...reminder, editUrl: ctx.config.appUrl + editionPath(slot.kind, offeringId) };
}
