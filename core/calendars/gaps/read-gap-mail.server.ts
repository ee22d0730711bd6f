import * as addresses from "#site/addresses.ts";
import type { Context } from "../../context.server.ts";
import type { QueuedMail } from "../../notifications/schema.ts";
import type { Gap } from "./schema.ts";
import { listOpen } from "./store.server.ts";

export interface GapMail {
  gap: Gap;
  now: Date;
  /**
   * The page with the button that publishes it. The link itself changes nothing, because programs
   * open the links in mails too.
   */
  url: string;
}

/** Null once the gap is published, declined, over, or taken by something else. */
export async function readGapMail(
  ctx: Context,
  mail: QueuedMail<"gap-found">,
): Promise<GapMail | null> {
  const now = ctx.now();
  const [gap] = await listOpen(ctx.db, { gapId: mail.data.gapId }, now);
  return gap ? { gap, now, url: `${ctx.config.appUrl}${addresses.agenda}` } : null;
}
