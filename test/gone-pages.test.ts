import { eq } from "drizzle-orm";
import { expect, onTestFinished } from "vitest";
import { refreshListingsOfProfessional } from "#core/listings/refresh-listings.server.ts";
import { profiles } from "#core/tables.server.ts";
import { makeActivity, makeActivitySlot, makeSession, makeSlot } from "./make/catalogue.ts";
import { makeConfig, makeContext } from "./make/context.ts";
import { dataTest } from "./make/database.ts";
import { makeProfessional } from "./make/people.ts";
import { openSite } from "./make/site.ts";

dataTest(
  "the pages of a suspended professional are gone, from the sitemap too, and back later (rule: not-found)",
  async ({ db }) => {
    const ctx = makeContext(db, { config: makeConfig() });
    const { origin, close } = await openSite(ctx);
    onTestFinished(close);
    const professional = await makeProfessional(db, { businessName: "Studio du Port" });
    const session = await makeSession(db, { professional });
    const activity = await makeActivity(db, { professional });
    await makeSlot(db, { session });
    await makeActivitySlot(db, { activity });
    const pages = [
      ...[`/session/${session.id}`, `/sessions/${session.id}`, `/activites/${activity.id}`],
      ...[`/praticiens/${professional.id}`, `/praticiens/${professional.id}/avis`],
    ];
    const calls = [`/api/v1/sessions/${session.id}`, `/api/v1/activities/${activity.id}`];
    const become = (accountStatus: "active" | "suspended") =>
      db.transaction(async (tx) => {
        await tx
          .update(profiles)
          .set({ accountStatus })
          .where(eq(profiles.id, professional.userId));
        await refreshListingsOfProfessional(tx, professional.id, ctx.now());
      });
    const statuses = async () => {
      const answers = [...pages, ...calls].map((path) =>
        fetch(origin + path, { redirect: "manual" }),
      );
      return (await Promise.all(answers)).map(({ status }) => status);
    };
    await become("suspended");
    expect(await statuses()).toEqual([410, 410, 410, 410, 410, 404, 404]);
    for (const path of pages) {
      const html = await (await fetch(origin + path)).text();
      expect(html).not.toContain("application/ld+json");
      expect(html).not.toContain("Studio du Port");
    }
    const index = await (await fetch(`${origin}/sitemap.xml`)).text();
    const parts = [...index.matchAll(/<loc>[^<]*(\/sitemap-[^<]+)<\/loc>/g)];
    const maps = await Promise.all(
      parts.map(async ([, path]) => (await fetch(origin + path)).text()),
    );
    expect(maps.length).toBeGreaterThan(1);
    for (const path of pages) expect(maps.join()).not.toContain(path);
    await become("active");
    expect(await statuses()).toEqual([200, 200, 200, 200, 200, 200, 200]);
  },
);
