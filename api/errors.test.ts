import { expect } from "vitest";
import type { Context } from "#core/context.server.ts";
import { openDoors } from "#test/make/api.ts";
import { actorOf, makeContext } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { makeUser } from "#test/make/people.ts";

interface Operation {
  requestBody?: { content: Record<string, unknown> };
  responses: Record<string, { content?: Record<string, { schema: unknown }> }>;
}

/** Sends one JSON body through a route and reads the status and the refusal. */
async function send(ctx: Context, method: string, path: string, body: unknown) {
  const answer = await openDoors(ctx).request(path, {
    method,
    headers: { "content-type": "application/json" },
    ...(method !== "GET" && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, ...(await answer.json()) };
}

async function sendText(ctx: Context, path: string, body: string, type = "application/json") {
  const headers = { "content-type": type };
  const answer = await openDoors(ctx).request(path, { method: "POST", headers, body });
  return { status: answer.status, ...(await answer.json()) };
}

dataTest("a refusal names the fields as the body names them", async ({ db }) => {
  const ctx = makeContext(db);
  const signUp = { email: "julie@example.fr", password: "parenthese", data: { first_name: "" } };
  const refused = await send(ctx, "POST", "/api/v1/auth/signup", signUp);
  expect(refused.status).toBe(422);
  expect(Object.keys(refused.error.fields)).toEqual(["first_name", "last_name"]);

  const user = await makeUser(db, {});
  const own = makeContext(db, { actor: await actorOf(db, user.id) });
  const tooLong = { first_name: "a".repeat(101) };
  const { error } = await send(own, "PATCH", "/api/v1/profile", tooLong);
  expect(Object.keys(error.fields)).toEqual(["first_name"]);
});

dataTest("an amount that is none in cents is refused, by its field", async ({ db }) => {
  const user = await makeUser(db, {});
  const own = makeContext(db, { actor: await actorOf(db, user.id) });
  const gap = "/api/v1/gaps/01a1f947-4d38-7636-b4fb-c69194333b29/publish";
  for (const amount of [2 ** 53, 1e300, -1]) {
    for (const [path, field] of [
      [gap, "price"],
      ["/api/v1/agenda/cancellations", "refund"],
    ] as const) {
      const refused = await send(own, "POST", path, { [field]: amount });
      expect([refused.status, Object.keys(refused.error.fields)], path).toEqual([422, [field]]);
    }
  }
});

dataTest("an empty name is refused, by its field", async ({ db }) => {
  const user = await makeUser(db, {});
  const own = makeContext(db, { actor: await actorOf(db, user.id) });
  for (const name of ["first_name", "last_name"]) {
    expect(await send(own, "PATCH", "/api/v1/profile", { [name]: " " })).toMatchObject({
      status: 422,
      error: { fields: { [name]: ["Le prénom et le nom sont requis"] } },
    });
  }
});

dataTest("a key that nobody knows is named, and what is no object is said", async ({ db }) => {
  const user = await makeUser(db, {});
  const ctx = makeContext(db, { actor: await actorOf(db, user.id) });
  const unknown = await send(ctx, "PATCH", "/api/v1/profile", { isAdmin: true });
  expect(unknown).toMatchObject({ status: 422, error: { fields: { isAdmin: ["Champ inconnu"] } } });
  for (const body of [null, []]) {
    const { status, error } = await send(ctx, "PATCH", "/api/v1/profile", body);
    expect(status).toBe(422);
    expect(error.message).toBe("La demande doit être un objet JSON.");
    expect(error).not.toHaveProperty("fields");
  }
});

dataTest("an expired refresh token asks to log in again", async ({ db }) => {
  const path = "/api/v1/auth/token?grant_type=refresh_token";
  expect(await send(makeContext(db), "POST", path, { refresh_token: "x" })).toMatchObject({
    status: 401,
    error: {
      code: "invalid_token",
      message: "Votre connexion a expiré. Veuillez vous reconnecter.",
    },
  });
});

dataTest("a price band whose « + » became a space is understood", async ({ db }) => {
  const ctx = makeContext(db);
  const found = await send(ctx, "GET", "/api/v1/sessions?price=60+", null);
  expect(found).toEqual({ status: 200, data: [], next_cursor: null });
  const unknown = await send(ctx, "GET", "/api/v1/sessions?price=61+", null);
  expect(unknown).toMatchObject({
    status: 422,
    error: { fields: { price: ["Tranche de prix inconnue"] } },
  });
});

dataTest("a webhook that is not signed answers 400, as the provider expects", async ({ db }) => {
  expect(await send(makeContext(db), "POST", "/webhooks/stripe", {})).toMatchObject({
    status: 400,
    error: { code: "malformed_request" },
  });
});

dataTest("what HTTP itself refuses is said in French, a wrong address or not", async ({ db }) => {
  const broken = { status: 400, error: { message: "La demande n'est pas lisible." } };
  const ctx = makeContext(db);
  const token = "/api/v1/auth/token?grant_type=password";
  expect(await sendText(ctx, token, "{")).toMatchObject(broken);
  expect(await sendText(ctx, "/api/v1/auth/token", "{")).toMatchObject(broken);
  expect(await sendText(ctx, "/api/v1/auth/token", "{}")).toMatchObject({
    status: 422,
    error: { fields: { grant_type: ["Ce champ est obligatoire."] } },
  });
  expect(await sendText(ctx, token, "{}", "text/plain")).toMatchObject({
    status: 415,
    error: {
      code: "unsupported_media_type",
      message: "Le format de la demande n'est pas accepté.",
    },
  });
});

dataTest("every call with a JSON body documents the bodies it cannot read", async ({ db }) => {
  const { paths } = await send(makeContext(db), "GET", "/api/v1/openapi.json", null);
  const operations = Object.entries<Record<string, Operation>>(paths).flatMap(([path, methods]) =>
    Object.values(methods).map((operation) => ({ path, ...operation })),
  );
  const silent = operations.filter(
    ({ requestBody, responses }) =>
      requestBody?.content["application/json"] && !(responses[400] && responses[415]),
  );
  expect(silent.map(({ path }) => path)).toEqual([]);
});

dataTest("every list says whether there is more of it", async ({ db }) => {
  const { paths } = await send(makeContext(db), "GET", "/api/v1/openapi.json", null);
  const lists = Object.entries<Record<string, Operation>>(paths).flatMap(([path, { get }]) => {
    const answer = JSON.stringify(get?.responses[200]?.content ?? "");
    return answer.includes('"data":{"type":"array"') ? [{ path, answer }] : [];
  });
  expect(lists.length).toBeGreaterThan(15);
  expect(lists.filter(({ answer }) => !answer.includes("next_cursor"))).toEqual([]);
});

dataTest("every list refuses a parameter that it does not know, by its name", async ({ db }) => {
  const user = await makeUser(db, { isPro: true });
  const ctx = makeContext(db, { actor: await actorOf(db, user.id) });
  const { paths } = await send(ctx, "GET", "/api/v1/openapi.json", null);
  const lists = Object.entries<Record<string, Operation>>(paths).flatMap(([path, { get }]) =>
    JSON.stringify(get?.responses[200]?.content ?? "").includes("next_cursor") ? [path] : [],
  );
  expect(lists).toContain("/sessions");
  expect(lists.length).toBeGreaterThan(7);
  for (const path of [...lists, "/earnings"]) {
    const address = `/api/v1${path}?inconnu=1`;
    expect({ path, ...(await send(ctx, "GET", address, null)) }).toMatchObject({
      ...{ path, status: 422 },
      error: { code: "invalid_input", fields: { inconnu: ["Champ inconnu"] } },
    });
    const { responses } = paths[path].get;
    expect(Object.keys(responses), path).toContain("422");
  }
});

dataTest("a payment needs the amount that its buyer saw (rule: whole-cents)", async ({ db }) => {
  for (const name of ["session", "activity", "guest-session", "guest-activity"]) {
    const path = `/api/v1/functions/create-${name}-payment`;
    const body = { sessionId: "x", activityId: "x", slotId: "x", email: "a@b.fr" };
    expect(await send(makeContext(db), "POST", path, body)).toMatchObject({
      status: 422,
      error: { fields: { amount: ["Ce champ est obligatoire."] } },
    });
  }
});
