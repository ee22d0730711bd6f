import { z } from "@hono/zod-openapi";
import { answerOnce } from "#core/idempotency/answer-once.server.ts";
import { chooseBoost, showBoost, withdrawBoost } from "#core/promotion/choose-boost.server.ts";
import type { BoostView } from "#core/promotion/schema.ts";
import { inBodyNames } from "../errors.ts";
import { encodeAs } from "../names.ts";
import { callOf, createTaggedResource, instant, listOf, noQuery } from "../resource.ts";

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

const encodeBoost = (boost: BoostView) => encodeAs(boostBody, boost);

/** Monthly boosts (rule: boost). */
export function boostRoutes() {
  const { resource, addCall } = createTaggedResource("Boosts");
  addCall("get", "/", {
    summary: "Ses boosts du mois et des suivants, et les jours qui restent à choisir",
    query: noQuery,
    answer: [
      listOf(boostBody).extend({
        days: z.array(z.iso.date()).openapi({ description: "Jours de Paris" }),
      }),
      "Les boosts",
    ],
    call: async (ctx) => {
      const found = await showBoost(ctx);
      const days = found.isOpen ? found.days : [];
      const data = found.boosts.map(encodeBoost);
      return { data, next_cursor: null, days };
    },
  });
  addCall("post", "/", {
    summary: "Choisir la séance et le jour du boost d'un mois, ou les changer avant son début",
    isRetried: true,
    body: z
      .object({
        session_id: z.string().openapi({ description: "Une de ses séances ou activités" }),
        day: z.string().openapi({ description: "Un jour de Paris", example: "2026-11-21" }),
      })
      .partial()
      .strict(),
    answer: [boostBody, "Le boost"],
    status: 201,
    call: async (ctx, { body: { session_id: sessionId = "", day = "" }, c }) => {
      const call = callOf(c, "choose-boost", { sessionId, day });
      const chosen = await inBodyNames(
        answerOnce(ctx, call, async (own) =>
          encodeBoost(await chooseBoost(own, { sessionId, day })),
        ),
      );
      return chosen;
    },
  });
  addCall("delete", "/{id}", {
    summary: "Retirer un boost qui n'a pas commencé",
    answer: "Retiré",
    refusals: [404, 422],
    call: (ctx, { params }) => withdrawBoost(ctx, { boostId: params.id }),
  });
  return resource;
}
