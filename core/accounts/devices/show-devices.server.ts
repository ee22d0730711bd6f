import { z } from "zod";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import {
  dropDevice,
  keepDevice,
  readDevices,
} from "../../notifications/push/keep-device.server.ts";
import { deviceInput } from "../../notifications/push/schema.ts";
import { chooseTopics, readTopics } from "../../notifications/topics/choose-topics.server.ts";
import { type Choices, pushChoices } from "../../notifications/topics/schema.ts";
import { parseInput } from "../../parse.ts";
import { nameDevice } from "../logins/show-security.server.ts";
import { requireActor } from "../rules.ts";

/** The key to subscribe with, in base64url; null where none are sent (rule: notifications). */
export async function showDevices(ctx: Context) {
  const { userId, access } = requireActor(ctx);
  const devices = await readDevices(ctx, userId);
  return {
    publicKey: ctx.pusher.publicKey,
    devices: devices.map(({ id, accessId, browser, program, agreedAt }) => ({
      ...{ id, agreedAt, isCurrent: accessId === access?.id },
      name: program ? nameDevice("program", program) : nameDevice("browser", browser),
    })),
    choices: await readTopics(ctx, "push", userId),
  };
}

/** Safe to repeat. @throws AppError `not_found` where no notifications are sent. */
export async function addDevice(ctx: Context, input: unknown): Promise<string> {
  const { userId, access } = requireActor(ctx);
  const device = parseInput(deviceInput, input);
  if (!access || ctx.pusher.publicKey === null) {
    const message = "Les notifications ne sont pas proposées ici.";
    throw new AppError("not_found", { message });
  }
  return keepDevice(ctx, { userId, access }, device);
}

const deviceAddress = z.object({ deviceId: z.uuid() });

/** @throws AppError `not_found` for no device of the caller's. */
export async function removeDevice(ctx: Context, input: unknown): Promise<void> {
  const { userId } = requireActor(ctx);
  const asked = deviceAddress.safeParse(input);
  if (!asked.success || !(await dropDevice(ctx, userId, asked.data.deviceId))) {
    throw new AppError("not_found", { message: "Cet appareil n'est plus prévenu." });
  }
}

export async function showPushChoices(ctx: Context): Promise<Choices<"push">> {
  return readTopics(ctx, "push", requireActor(ctx).userId);
}

export async function choosePushes(ctx: Context, input: unknown): Promise<Choices<"push">> {
  const { userId } = requireActor(ctx);
  await chooseTopics(ctx, "push", { userId, choices: parseInput(pushChoices, input) });
  return readTopics(ctx, "push", userId);
}
