import { z } from "zod";
import { hashSecret, readShortId } from "#platform/ids.server.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { linkCode, parseInput } from "../parse.ts";
import { findSms, isStopped, writeStop } from "./store.server.ts";

export const stopInput = z.object({
  code: linkCode,
  stops: z.boolean().default(true),
});

interface StopView {
  ending: string;
  isStopped: boolean;
}

/** The link needs no account (rule: sms-limits). @throws AppError `invalid_token` */
export async function stopTexts(ctx: Context, input: z.input<typeof stopInput>): Promise<StopView> {
  const { code, stops } = parseInput(stopInput, input);
  const number = await numberOf(ctx, code);
  await writeStop(ctx.db, hashSecret(number), stops, ctx.now());
  return { ending: number.slice(-2), isStopped: stops };
}

export async function showStop(ctx: Context, input: { code: string }): Promise<StopView> {
  const { code } = parseInput(stopInput, input);
  const number = await numberOf(ctx, code);
  return { ending: number.slice(-2), isStopped: await isStopped(ctx.db, hashSecret(number)) };
}

async function numberOf(ctx: Context, code: string): Promise<string> {
  const sms = await findSms(ctx.db, readShortId(code));
  if (!sms?.toNumber) throw new AppError("invalid_token");
  return sms.toNumber;
}
