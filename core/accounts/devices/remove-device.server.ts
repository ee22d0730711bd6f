import { z } from "zod";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { dropDevice } from "../../notifications/push/keep-device.server.ts";
import { requireActor } from "../rules.ts";

const deviceAddress = z.object({ deviceId: z.uuid() });

/**
 * Ends the notifications on one of the caller's devices.
 *
 * @param input `{ deviceId }`
 * @throws AppError `unauthenticated`, `password_change_required`, `not_found` (another's too).
 */
export async function removeDevice(ctx: Context, input: unknown): Promise<void> {
  const { userId } = requireActor(ctx);
  const asked = deviceAddress.safeParse(input);
  if (!asked.success || !(await dropDevice(ctx, userId, asked.data.deviceId))) {
    throw new AppError("not_found", { message: "Cet appareil n'est plus prévenu." });
  }
}
