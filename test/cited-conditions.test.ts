import { expect, onTestFinished } from "vitest";
import { ACCOUNT_BASIS_WORDS } from "#core/sanctions/labels.ts";
import { makeContext } from "./make/context.ts";
import { dataTest } from "./make/database.ts";
import { openSite } from "./make/site.ts";

dataTest("each section of our conditions that a decision cites is there", async ({ db }) => {
  const cited = Object.values(ACCOUNT_BASIS_WORDS).flatMap(
    (words) => /^Nos conditions, « (.+) »$/.exec(words)?.[1] ?? [],
  );
  const site = await openSite(makeContext(db));
  onTestFinished(() => site.close());
  const html = await (await fetch(`${site.origin}/conditions`)).text();
  const sections = [...html.matchAll(/([^>]+)<\/h[23]>/g)].map(([, title]) => title);
  expect(cited).toEqual(["Les règles de publication"]);
  expect(sections).toEqual(expect.arrayContaining(cited));
});
