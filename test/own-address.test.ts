import { expect, onTestFinished, test } from "vitest";
import { ownAddress } from "#app/context.server.ts";
import { makeContext } from "./make/context.ts";
import { dataTest } from "./make/database.ts";
import { openSite } from "./make/site.ts";

test.for([
  ["/agenda/occupe.data", "/agenda/occupe"],
  ["/agenda.data?jour=2026-11-27&_routes=routes%2Fagenda", "/agenda?jour=2026-11-27"],
  ["/_.data?index", "/"],
  ["/alertes/nouvelle?q=a%20b", "/alertes/nouvelle?q=a%20b"],
])("whoever asks by %s is led back to %s", ([asked, own]) => {
  expect(ownAddress(new Request(`https://www.example.fr${asked}`))).toBe(own);
});

dataTest("a login leads back to the page that was wanted, not to its data", async ({ db }) => {
  const { origin, close } = await openSite(makeContext(db));
  onTestFinished(close);
  const answer = await fetch(`${origin}/agenda/publier.data`, { redirect: "manual" });
  const said = await answer.text();
  expect(said).toContain(`suite=${encodeURIComponent("/agenda/publier")}`);
  expect(said).not.toContain(".data");
});
