import { expect, onTestFinished, test } from "vitest";
import { LOGIN_COOKIE } from "#core/accounts/rules.ts";
import { createDatabase, createPool } from "#platform/postgres.server.ts";
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

  expect(answer.status).toBe(500);
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
