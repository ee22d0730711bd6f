import { isDeviceKey } from "#platform/push.server.ts";
import type { Access, Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";

import type { DeviceInput } from "./schema.ts";
import { deleteOwnDevice, dropOldDevices, listDevices, replaceDevice } from "./store.server.ts";

/** @returns its id. @throws AppError `invalid_input` for a key that is no point of the curve. */
export async function keepDevice(
  ctx: Context,
  { userId, access }: { userId: string; access: Access },
  { endpoint, keys }: DeviceInput,
): Promise<string> {
  if (!isDeviceKey(keys.p256dh)) {
    const fields = { "keys.p256dh": ["La clé de l'appareil n'est pas valable"] };
    throw new AppError("invalid_input", { fields });
  }
  return ctx.db.transaction(async (tx) => {
    const id = await replaceDevice(tx, { userId, access, endpoint, ...keys, agreedAt: ctx.now() });
    await dropOldDevices(tx, userId, MAX_DEVICES);
    return id;
  });
}

export function dropDevice(ctx: Context, userId: string, id: string): Promise<boolean> {
  return deleteOwnDevice(ctx.db, userId, id);
}

export function readDevices(ctx: Context, userId: string) {
  return listDevices(ctx.db, userId, ctx.now());
}

/** Per person; a further one takes the place of the oldest. */
export const MAX_DEVICES = 10;
