import { z } from "zod";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { KIND_WORDS } from "./labels.ts";
import type { SessionDetailView } from "./schema.ts";
import { showSessions } from "./show-sessions.server.ts";

const address = z.object({ sessionId: z.uuid() });

/**
 * One session with its future slots, for its page. Shown even when nobody can book it, and then
 * `unbookable` says why, because people keep addresses (rule: not-found).
 *
 * @throws AppError `not_found` when it does not exist, was deleted, or its professional is gone.
 */
export async function showSession(ctx: Context, raw: unknown): Promise<SessionDetailView> {
  const asked = address.safeParse(raw);
  const [found] = asked.success ? await showSessions(ctx, [asked.data.sessionId]) : [];
  if (!found) throw new AppError("not_found", { message: KIND_WORDS.session.notFound });
  return found;
}
