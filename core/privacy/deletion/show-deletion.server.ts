import { z } from "zod";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { recordReading } from "../../operators/acts/record-act.server.ts";
import { requireOperator } from "../../operators/rules.ts";
import { parseInput } from "../../parse.ts";
import { listDeletionRequests, type WaitingRequest } from "./list-deletion-requests.server.ts";

/** @throws AppError `not_found` for no request, `forbidden` to all but administration. */
export async function showDeletion(ctx: Context, input: unknown): Promise<WaitingRequest> {
  requireOperator(ctx, "administration");
  const { userId } = parseInput(z.object({ userId: z.uuid() }), input);
  const request = (await listDeletionRequests(ctx)).find((one) => one.userId === userId);
  if (!request) throw new AppError("not_found", { message: "Aucune demande n'attend ici." });
  await recordReading(ctx, { kind: "account", id: userId });
  return request;
}
