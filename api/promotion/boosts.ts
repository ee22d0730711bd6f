import { createRoute, z } from "@hono/zod-openapi";
import { answerOnce } from "#core/idempotency/answer-once.server.ts";
import { chooseBoost, showBoost, withdrawBoost } from "#core/promotion/choose-boost.server.ts";
import type { BoostView } from "#core/promotion/schema.ts";
import { addCallById } from "../call-by-id.ts";
import { inBodyNames } from "../errors.ts";
import { callOf, retryHeaders } from "../once.ts";
import { BEARER, failures, instant, jsonBody, jsonContent, listOf, noQuery } from "../openapi.ts";
import { createResource } from "../resource.ts";

const boostBody = z
  .object({
    id: z.uuid(),
    session_id: z.uuid().openapi({ description: "La séance ou l'activité" }),
    title: z.string(),
    from: instant,
    until: instant,
    state: z.enum(["coming", "now", "over"]),
  })
  .openapi("Boost");

const encodeBoost = ({ sessionId, from, until, ...boost }: BoostView) => ({
  ...boost,
  ...{ session_id: sessionId, from: from.toISOString(), until: until.toISOString() },
});

/** Monthly boosts (rule: boost). */
export function boostRoutes() {
  const boosts = createResource();
  boosts.openapi(
    createRoute({
      method: "get",
      path: "/",
      tags: ["Boosts"],
      summary: "Ses boosts du mois et des suivants, et les jours qui restent à choisir",
      security: BEARER,
      request: { query: noQuery },
      responses: {
        200: jsonContent(
          listOf(boostBody).extend({
            days: z.array(z.iso.date()).openapi({ description: "Jours de Paris" }),
          }),
          "Les boosts",
        ),
        ...failures(401, 403, 422),
      },
    }),
    async (c) => {
      const found = await showBoost(c.get("ctx"));
      const days = found.isOpen ? found.days : [];
      const data = found.boosts.map(encodeBoost);
      return c.json({ data, next_cursor: null, days }, 200);
    },
  );
  boosts.openapi(
    createRoute({
      method: "post",
      path: "/",
      tags: ["Boosts"],
      summary: "Choisir la séance et le jour du boost d'un mois, ou les changer avant son début",
      security: BEARER,
      request: {
        headers: retryHeaders,
        body: jsonBody(
          z
            .object({
              session_id: z.string().openapi({ description: "Une de ses séances ou activités" }),
              day: z.string().openapi({ description: "Un jour de Paris", example: "2026-11-21" }),
            })
            .partial()
            .strict(),
        ),
      },
      responses: {
        201: jsonContent(boostBody, "Le boost"),
        ...failures(400, 401, 403, 409, 415, 422),
      },
    }),
    async (c) => {
      const { session_id: sessionId = "", day = "" } = c.req.valid("json");
      const call = callOf(c, "choose-boost", { sessionId, day });
      const chosen = await inBodyNames(
        answerOnce(c.get("ctx"), call, async (own) =>
          encodeBoost(await chooseBoost(own, { sessionId, day })),
        ),
      );
      return c.json(chosen, 201);
    },
  );
  addCallById(boosts, {
    method: "delete",
    path: "/{id}",
    tag: "Boosts",
    summary: "Retirer un boost qui n'a pas commencé",
    done: "Retiré",
    refusals: [401, 403, 404, 422],
    call: (ctx, boostId) => withdrawBoost(ctx, { boostId }),
  });
  return boosts;
}
