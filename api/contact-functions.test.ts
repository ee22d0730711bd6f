import { expect } from "vitest";
import { REQUESTS_PER_ADDRESS } from "#core/accounts/limit-logins.server.ts";
import { messages } from "#core/tables.server.ts";
import { callerOf } from "#test/make/api.ts";
import { makeContext } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";

const letter = {
  name: "Julie Martin",
  email: "julie@example.fr",
  subject: "paiement",
  message: "Bonjour, mon paiement n'apparaît pas.",
};

dataTest("send-contact-email answers with success alone, and stops a flood", async ({ db }) => {
  const ctx = makeContext(db);
  const call = callerOf(ctx);
  const send = (body: unknown) => call("POST", "/functions/send-contact-email", body);

  expect(await send(letter)).toEqual({ status: 200, body: { success: true } });

  expect(await send({ ...letter, message: 7, email: null })).toMatchObject({
    status: 422,
    body: {
      error: { code: "invalid_input", fields: { message: ["Ce champ doit être un texte"] } },
    },
  });

  for (let n = 1; n < REQUESTS_PER_ADDRESS; n++) {
    await ctx.limits.consume("message", ctx.address ?? "", REQUESTS_PER_ADDRESS, 3_600);
  }
  const flooded = await send(letter);
  expect(flooded.status).toBe(429);
  expect(flooded.body).toEqual({
    error: {
      code: "rate_limited",
      message: "Trop de tentatives. Veuillez réessayer dans quelques minutes.",
      request_id: ctx.requestId,
    },
  });
  expect(await db.select().from(messages)).toHaveLength(1);
});

dataTest("a letter whose answer was lost is kept once", async ({ db }) => {
  const call = callerOf(makeContext(db));
  const send = (key: string, body: object = letter) =>
    call("POST", "/functions/send-contact-email", body, { "idempotency-key": key });
  for (const _ of [1, 2]) expect((await send("a-key")).status).toBe(200);
  expect((await send("a-key", { ...letter, message: "Autre chose." })).status).toBe(422);
  expect(await db.$count(messages)).toBe(1);
  expect((await send("another-key")).status).toBe(200);
  expect(await db.$count(messages)).toBe(2);
});
