import { isDeviceKey } from "#platform/push.server.ts";
import type { Access, Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { MOST_DEVICES, PUSH_TOPICS } from "./rules.ts";
import type { DeviceInput, PushChoices } from "./schema.ts";
import {
  deleteOwnDevice,
  dropOldDevices,
  listDevices,
  listRefusedPushes,
  replaceDevice,
  writePushChoices,
} from "./store.server.ts";

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
    await dropOldDevices(tx, userId, MOST_DEVICES);
    return id;
  });
}

/** Returns whether it was one of theirs; safe to repeat. */
export function dropDevice(ctx: Context, userId: string, id: string): Promise<boolean> {
  return deleteOwnDevice(ctx.db, userId, id);
}

export function readDevices(ctx: Context, userId: string) {
  return listDevices(ctx.db, userId, ctx.now());
}

/** All topics are wanted until they say otherwise. */
export async function readPushTopics(ctx: Context, userId: string): Promise<PushChoices> {
  const refused = await listRefusedPushes(ctx.db, userId);
  const isWanted = PUSH_TOPICS.map((topic) => [topic, !refused.includes(topic)]);
  return Object.fromEntries(isWanted) as PushChoices;
}

/** Safe to repeat. */
export async function choosePushTopics(
  ctx: Context,
  userId: string,
  choices: { [Topic in keyof PushChoices]?: boolean | undefined },
): Promise<void> {
  const chosen = (value: boolean) => PUSH_TOPICS.filter((topic) => choices[topic] === value);
  const written = { wanted: chosen(true), refused: chosen(false), at: ctx.now() };
  await ctx.db.transaction((tx) => writePushChoices(tx, userId, written));
}
