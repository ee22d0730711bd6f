import type { Context } from "../../context.server.ts";
import { choosePushTopics, readPushTopics } from "../../notifications/push/keep-device.server.ts";
import { type PushChoices, pushChoices } from "../../notifications/push/schema.ts";
import { parseInput } from "../../parse.ts";
import { requireActor } from "../rules.ts";

/**
 * Which notifications the caller wants (rule: notifications).
 *
 * @throws AppError `unauthenticated`, `password_change_required`
 */
export async function showPushChoices(ctx: Context): Promise<PushChoices> {
  return readPushTopics(ctx, requireActor(ctx).userId);
}

/**
 * Changes that choice; a topic that is left out stays as it is. Safe to repeat.
 *
 * @param input `{ [topic]?: boolean }`
 * @throws AppError `unauthenticated`, `password_change_required`, `invalid_input`
 */
export async function choosePushes(ctx: Context, input: unknown): Promise<PushChoices> {
  const { userId } = requireActor(ctx);
  await choosePushTopics(ctx, userId, parseInput(pushChoices, input));
  return readPushTopics(ctx, userId);
}
