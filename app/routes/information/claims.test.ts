import { expect, onTestFinished } from "vitest";
import { BOOSTED } from "#core/promotion/labels.ts";
import { makeContext } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { openSite } from "#test/make/site.ts";

const ABOUT_US = ["/", "/qui-sommes-nous", "/aide", "/nos-offres", "/conditions", "/espaces"];

dataTest(
  "no page denies the places that a plan puts forward (rule: true-figures)",
  async ({ db }) => {
    const site = await openSite(makeContext(db));
    onTestFinished(() => site.close());
    const open = async (path: string) => {
      const answer = await fetch(site.origin + path);
      expect(answer.status, path).toBe(200);
      return (await answer.text()).replaceAll("&#x27;", "'").replaceAll(/[\s\u00a0]+/g, " ");
    };
    const ranking = await open("/classement");
    expect(ranking).toContain(BOOSTED);
    expect(ranking).toContain("abonnement");
    expect(await open("/qui-sommes-nous")).toContain("places mises en avant comprises");
    for (const path of ABOUT_US) {
      expect(await open(path), path).not.toMatch(
        /n'achète pas|sans publicité|pas de publicité(?! pour d'autres)|[Dd]es profils vérifiés/,
      );
    }
  },
);
