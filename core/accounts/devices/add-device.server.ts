import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { keepDevice } from "../../notifications/push/keep-device.server.ts";
import { deviceInput } from "../../notifications/push/schema.ts";
import { parseInput } from "../../parse.ts";
import { requireActor } from "../rules.ts";

/**
 * Has the caller's device told by notifications from now on, as long as its login lasts (rule:
 * notifications). Safe to repeat: the same device is written down once.
 *
 * @param input `{ endpoint, keys: { p256dh, auth } }`, as a browser describes its subscription.
 * @returns its id.
 * @throws AppError `unauthenticated`, `password_change_required`, `invalid_input`; `not_found`
 * where no notifications are sent.
 */
export async function addDevice(ctx: Context, input: unknown): Promise<string> {
  const { userId, access } = requireActor(ctx);
  const device = parseInput(deviceInput, input);
  if (!access || ctx.pusher.publicKey === null) {
    const message = "Les notifications ne sont pas proposées ici.";
    throw new AppError("not_found", { message });
  }
  return keepDevice(ctx, { userId, access }, device);
}
