import type { Context } from "../../context.server.ts";
import { readDevices, readPushTopics } from "../../notifications/push/keep-device.server.ts";
import type { DeviceView, PushChoices } from "../../notifications/push/schema.ts";
import { nameDevice } from "../logins/name-device.server.ts";
import { requireActor } from "../rules.ts";

/**
 * The caller's devices that are told by notifications, and of what (rule: notifications).
 *
 * @returns `publicKey`: the key to subscribe with, in base64url; null where none are sent.
 * @throws AppError `unauthenticated`, `password_change_required`
 */
export async function showDevices(
  ctx: Context,
): Promise<{ publicKey: string | null; devices: DeviceView[]; choices: PushChoices }> {
  const { userId, access } = requireActor(ctx);
  const devices = await readDevices(ctx, userId);
  return {
    publicKey: ctx.pusher.publicKey,
    devices: devices.map(({ id, accessId, browser, program, agreedAt }) => ({
      ...{ id, agreedAt, isCurrent: accessId === access?.id },
      name: program ? nameDevice("program", program) : nameDevice("browser", browser),
    })),
    choices: await readPushTopics(ctx, userId),
  };
}
