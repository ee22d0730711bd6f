import { z } from "@hono/zod-openapi";
import type { Context } from "#core/context.server.ts";
import { createTaggedResource, noQuery } from "../resource.ts";

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
  const { resource, addCall } = createTaggedResource("Profil");
  addCall("get", "/", {
    summary,
    query: noQuery,
    answer: [body, "Les choix"],
    call: show,
  });
  addCall("patch", "/", {
    summary: "Les choisir",
    body: patchBody,
    answer: [body, "Les choix"],
    call: (ctx, asked) => choose(ctx, asked.body),
  });
  return resource;
}
