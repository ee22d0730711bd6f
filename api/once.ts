import { z } from "@hono/zod-openapi";
import type { Context as HonoContext } from "hono";
import { formatPeriod } from "#core/durations.ts";
import type { Call } from "#core/idempotency/answer-once.server.ts";
import { ANSWER_LIFE } from "#core/idempotency/rules.ts";
import { KEY_MAX } from "#core/idempotency/schema.ts";
import type { ApiEnv } from "./env.ts";

/** Repeats the first answer for one key (rule: retry-once). */
export const retryHeaders = z.object({
  "idempotency-key": z
    .string()
    .optional()
    .openapi({
      description: `Choisie par vous, ${KEY_MAX} caractères ASCII au plus. Avec la même clé, la même demande n'est faite qu'une fois : pendant ${formatPeriod(ANSWER_LIFE)}, sa première réponse est rendue ; 409 tant qu'elle est en cours, 422 avec un autre corps.`,
    }),
});

export function callOf(c: HonoContext<ApiEnv>, name: string, body: unknown): Call {
  return { name, key: c.req.header("idempotency-key"), body };
}
