import { Hono } from "hono";
import { expect } from "vitest";
import { REQUESTS_PER_ADDRESS } from "#core/accounts/rules.ts";
import { messages } from "#core/tables.server.ts";
import { makeContext } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { contactFunctionRoutes } from "./contact-functions.ts";
import type { ApiEnv } from "./env.ts";

const letter = {
  name: "Julie Martin",
  email: "julie@example.fr",
  subject: "paiement",
  message: "Bonjour, mon paiement n'apparaît pas.",
};

dataTest("send-contact-email answers with success alone, and stops a flood", async ({ db }) => {
  const ctx = makeContext(db);
  const api = new Hono<ApiEnv>();
  api.use("*", async (c, next) => {
    c.set("ctx", ctx);
    await next();
  });
  api.route("/", contactFunctionRoutes());
  const send = (body: unknown) =>
    api.request("/send-contact-email", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });

  const sent = await send(letter);
  expect(sent.status).toBe(200);
  expect(await sent.json()).toEqual({ success: true });

  const refused = await send({ ...letter, message: 7, email: null });
  expect(refused.status).toBe(422);
  expect(await refused.json()).toMatchObject({
    error: { code: "invalid_input", fields: { message: ["Ce champ doit être un texte"] } },
  });

  for (let n = 1; n < REQUESTS_PER_ADDRESS; n++) {
    await ctx.limits.consume("message", ctx.address ?? "", REQUESTS_PER_ADDRESS, 3_600);
  }
  const flooded = await send(letter);
  expect(flooded.status).toBe(429);
  expect(await flooded.json()).toEqual({
    error: {
      code: "rate_limited",
      message: "Trop de tentatives. Veuillez réessayer dans quelques minutes.",
      request_id: ctx.requestId,
    },
  });
  expect(await db.select().from(messages)).toHaveLength(1);
});

dataTest("a letter whose answer was lost is kept once", async ({ db }) => {
  const ctx = makeContext(db);
  const api = new Hono<ApiEnv>();
  api.use("*", async (c, next) => {
    c.set("ctx", ctx);
    await next();
  });
  api.route("/", contactFunctionRoutes());
  const headers = { "content-type": "application/json" };
  const send = (key: string, body: object = letter) =>
    api.request("/send-contact-email", {
      method: "POST",
      headers: { ...headers, "idempotency-key": key },
      body: JSON.stringify(body),
    });
  for (const _ of [1, 2]) expect((await send("a-key")).status).toBe(200);
  expect((await send("a-key", { ...letter, message: "Autre chose." })).status).toBe(422);
  expect(await db.$count(messages)).toBe(1);
  expect((await send("another-key")).status).toBe(200);
  expect(await db.$count(messages)).toBe(2);
});
