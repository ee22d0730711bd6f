import { expect, onTestFinished, test } from "vitest";
import { createDatabase, createPool } from "#platform/postgres.server.ts";
import { LOGIN_COOKIE } from "#site/cookies.ts";
import { makeContext } from "./make/context.ts";
import { openSite } from "./make/site.ts";

test("with the database away, who has a login reads a page of ours, and may try again", async () => {
  // A port on which nobody listens.
  const pool = createPool("postgres://127.0.0.1:9/away", "test");
  onTestFinished(() => pool.end());
  const site = await openSite(makeContext(createDatabase(pool)));
  onTestFinished(() => site.close());

  const address = "/sessions?q=yoga&location=%22Lyon%22";
  const answer = await fetch(site.origin + address, { headers: { cookie: `${LOGIN_COOKIE}=x` } });
  const html = await answer.text();

  expect(answer.status).toBe(503);
  expect(answer.headers.get("retry-after")).toBe("10");
  expect(html).toContain('<html lang="fr">');
  expect(html).toContain("<title>Erreur — Parenthèse</title>");
  expect(html).toMatch(/<link rel="stylesheet" href="[^"]+theme[^"]*"/);
  expect(html).toContain('name="viewport"');
  expect(html).toContain("Une erreur inattendue est survenue");
  expect(html).toContain(String(answer.headers.get("x-request-id")));
  const again = /<a href="([^"]+)"[^>]*>Réessayer/.exec(html)?.[1];
  expect(again?.replaceAll("&amp;", "&")).toBe(address);
  expect(html).not.toMatch(/ECONNREFUSED|script/);
});

test.each([
  ["a page", "GET", "/praticiens"],
  ["a page's data", "GET", "/sessions.data"],
  ["a form", "POST", "/mot-de-passe-oublie"],
  ["the API", "GET", "/api/v1/sessions"],
  ["a webhook", "POST", "/webhooks/stripe"],
  ["an image that is sent", "POST", "/api/v1/images"],
])("with the database away, %s says when to come back", async (_, method, path) => {
  const pool = createPool("postgres://127.0.0.1:9/away", "test");
  onTestFinished(() => pool.end());
  const ctx = makeContext(createDatabase(pool));
  const site = await openSite(ctx);
  onTestFinished(() => site.close());
  const created = ctx.now().getTime() / 1_000;
  const about = { object: { id: "ch_1" } };
  const event = JSON.stringify({
    ...{ id: "evt_1", object: "event", type: "charge.updated" },
    ...{ created, livemode: false, data: about },
  });
  const signature = ctx.stripe.webhooks.generateTestHeaderString({
    payload: event,
    secret: ctx.config.stripe.webhookSecret,
    timestamp: created,
  });
  const body = path.startsWith("/webhooks")
    ? event
    : new URLSearchParams({ email: "camille@example.fr" });

  const answer = await fetch(site.origin + path, {
    method,
    headers: {
      origin: site.origin,
      "stripe-signature": signature,
      // The actor is looked up first.
      ...(path === "/api/v1/images" && { authorization: "Bearer un.secret" }),
    },
    ...(method === "POST" && { body }),
  });

  expect(answer.status).toBe(503);
  expect(answer.headers.get("retry-after")).toBe("10");
});
