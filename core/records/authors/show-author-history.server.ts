import type { z } from "zod";
import type { Context } from "../../context.server.ts";
import { listActsAbout } from "../../operators/acts/list-acts.server.ts";
import { requireOperator } from "../../operators/rules.ts";
import { parseInput } from "../../parse.ts";
import { type AuthorHistory, authorInput, REPORTED_KINDS, type ReportedKind } from "../schema.ts";
import { listWaiting, readAuthor, readNames } from "./store.server.ts";

/** Waiting cases first. @throws AppError `forbidden` to all but assistance. */
export async function showAuthorHistory(
  ctx: Context,
  input: z.input<typeof authorInput>,
): Promise<AuthorHistory> {
  requireOperator(ctx, "assistance");
  const { userId, except } = parseInput(authorInput, input);
  const waiting = await listWaiting(ctx.db, userId);
  const acts = await listActsAbout(ctx, userId, REPORTED_KINDS);
  const cases = [
    ...waiting.map((one) => ({ ...one, decision: null })),
    ...acts.map(({ objectKind, objectId, at, act, operator, details }) => ({
      ...{ kind: objectKind as ReportedKind, id: objectId, at },
      decision: { act, operator, reason: details?.reason ?? null },
    })),
  ].filter(({ id }) => id !== except);
  const names = await readNames(ctx.db, [...new Set(cases.map(({ id }) => id))]);
  return {
    author: await readAuthor(ctx.db, userId),
    cases: cases.map((one) => {
      const { name = null, by = null } = names.get(one.id) ?? {};
      return { ...one, name, by };
    }),
  };
}
