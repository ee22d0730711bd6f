import { z } from "zod";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { whyUnbookable } from "./rules.ts";
import type { SessionDetailView } from "./schema.ts";
import { readSessions } from "./store.server.ts";

const address = z.object({ sessionId: z.uuid() });

/**
 * One session with its future slots, for its page. Shown also when nobody can book it, and then
 * `unbookable` says why: people keep addresses.
 *
 * @throws AppError `not_found` when it does not exist, was deleted, or its professional is gone.
 */
export async function showSession(ctx: Context, raw: unknown): Promise<SessionDetailView> {
  const asked = address.safeParse(raw);
  const [found] = asked.success
    ? await readSessions(ctx.db, [asked.data.sessionId], ctx.now())
    : [];
  if (!found) throw new AppError("not_found", { message: "Session non trouvée" });
  const { view, isPayable, ownerId } = found;
  const isOwn = ctx.actor?.userId === ownerId;
  return { ...view, unbookable: whyUnbookable({ ...view, isPayable, isOwn }) };
}
