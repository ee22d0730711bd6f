import * as addresses from "#site/addresses.ts";
import type { Context } from "../../context.server.ts";
import type { QueuedMail } from "../../notifications/schema.ts";
import type { Gap } from "./schema.ts";
import { listOpen } from "./store.server.ts";

export interface GapMail {
  gap: Gap;
  now: Date;
  /** The page with the button: programs open links in mails too, so the link changes nothing. */
  url: string;
}

/** Null once published, declined, over, or taken. */
export async function readGapMail(
  ctx: Context,
  mail: QueuedMail<"gap-found">,
): Promise<GapMail | null> {
  const now = ctx.now();
  const [gap] = await listOpen(ctx.db, { gapId: mail.data.gapId }, now);
  return gap ? { gap, now, url: `${ctx.config.appUrl}${addresses.agenda}` } : null;
}
