import { expect, onTestFinished } from "vitest";
import { makeSession, makeSlot } from "#test/make/catalogue.ts";
import { makeContext } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { openSite } from "#test/make/site.ts";

dataTest(
  "a list is around a place once one is known, and asks for it until then",
  async ({ db }) => {
    const where = { city: "Lyon", postalCode: "69003", isOnline: false };
    await makeSlot(db, { session: await makeSession(db, { title: "Yoga doux", ...where }) });
    const site = await openSite(makeContext(db));
    onTestFinished(() => site.close());
    const open = async (query: string) => {
      const answer = await fetch(`${site.origin}/sessions?${query}`);
      return (await answer.text()).replaceAll("&#x27;", "'").replaceAll("<!-- -->", "");
    };
    const nowhere = await open("filter=nearby");
    expect(nowhere).toMatch(/<details open=""[^>]*><summary[^>]*>Autour de quel endroit \?/);
    expect(nowhere).toContain("Ces sessions ne sont pas filtrées par distance");
    expect(nowhere).not.toContain("km autour");
    expect(nowhere).not.toContain("la plus proche d'abord");
    for (const query of ["filter=nearby&location=Lyon", "place=Lyon", "near=45.76,4.85"]) {
      const around = await open(query);
      expect(around).toMatch(/10 km autour de (Lyon|vous)/);
      expect(around).toContain("Yoga doux");
      expect(around).not.toContain("Autour de quel endroit");
    }
    const unknown = await open("place=Xqzzzt");
    expect(unknown).toContain("Nous ne connaissons pas cet endroit.");
    expect(unknown).not.toContain("Yoga doux");
    const abroad = await open("location=Bruxelles");
    expect(abroad).toMatch(/Nous ne connaissons pas cet endroit\..*Aucune session/s);
    expect(abroad).toContain('value="Bruxelles"');
    for (const query of ["place=Corse", "location=Brest", "location=Corse"])
      expect(await open(query)).not.toContain("Nous ne connaissons pas cet endroit.");
    const unclear = await open("place=neuilly&radius=5");
    expect(unclear).toContain("De quel endroit s'agit-il ? « neuilly » peut être :");
    expect(unclear).toContain('href="/sessions?place=Neuilly-sur-Seine&amp;radius=5"');
  },
);
