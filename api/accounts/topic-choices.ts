import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "#core/context.server.ts";
import { BEARER, failures, jsonBody, jsonContent, noQuery } from "../openapi.ts";
import { createResource } from "../resource.ts";

type Choices = Record<string, boolean>;

export function createTopicChoices({
  topics,
  name,
  ...texts
}: {
  topics: readonly string[];
  name: string;
  description: string;
  summary: string;
  show: (ctx: Context) => Promise<Choices>;
  choose: (ctx: Context, input: unknown) => Promise<Choices>;
}) {
  const { description, summary, show, choose } = texts;
  const body = z
    .object(Object.fromEntries(topics.map((topic) => [topic, z.boolean()])))
    .openapi(name, { description });
  const patchBody = body.partial().strict().openapi(`${name}Patch`);
  const answer = jsonContent(body, "Les choix");
  const call = { path: "/", tags: ["Profil"], security: BEARER };
  const resource = createResource();
  resource.openapi(
    createRoute({
      ...{ ...call, method: "get", summary },
      request: { query: noQuery },
      responses: { 200: answer, ...failures(401, 403, 422) },
    }),
    async (c) => c.json(await show(c.get("ctx")), 200),
  );
  resource.openapi(
    createRoute({
      ...{ ...call, method: "patch", summary: "Les choisir" },
      request: { body: jsonBody(patchBody) },
      responses: { 200: answer, ...failures(400, 401, 403, 415, 422) },
    }),
    async (c) => c.json(await choose(c.get("ctx"), c.req.valid("json")), 200),
  );
  return resource;
}
