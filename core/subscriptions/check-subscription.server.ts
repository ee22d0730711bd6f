import { z } from "zod";
import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { parseInput } from "../parse.ts";
import type { SubscriptionView } from "./schema.ts";
import { showSubscription } from "./show-subscription.server.ts";

const checkInput = z.object({ userId: z.string() });

/** @throws AppError `forbidden` for another's id, which is never believed (rule: own-fields). */
export async function checkSubscription(
  ctx: Context,
  input: z.input<typeof checkInput>,
): Promise<SubscriptionView> {
  const actor = requireActor(ctx);
  const { userId } = parseInput(checkInput, input);
  if (userId !== actor.userId) throw new AppError("forbidden");
  return showSubscription(ctx);
}
