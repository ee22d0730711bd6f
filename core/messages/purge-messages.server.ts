import type { Context } from "../context.server.ts";
import { MESSAGE_LIFE, type MessageKind } from "./rules.ts";
import { deleteMessages } from "./store.server.ts";

/** Deletes messages that were kept as long as /confidentialite says. Any number of times. */
export async function purgeMessages(ctx: Context): Promise<void> {
  const now = ctx.now().getTime();
  const lives = Object.entries(MESSAGE_LIFE) as [MessageKind, number][];
  await deleteMessages(
    ctx.db,
    lives.map(([kind, life]) => [kind, new Date(now - life)]),
  );
}
