import http from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, vi } from "vitest";
import { missedSearches } from "#core/tables.server.ts";
import { makeConfig, makeContext } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { createSite } from "../server.ts";

const PERSON = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";
const ROBOT = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";

dataTest(
  "visitors of a search that finds nothing are counted, also those of a shared page",
  async ({ db }) => {
    const config = makeConfig({ trustedProxies: ["127.0.0.1"] });
    vi.stubEnv("MODE", "production");
    const site = createSite(makeContext(db, { config }));
    vi.unstubAllEnvs();
    const server = http.createServer(site.listener);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    const look = async (from: string, headers: Record<string, string> = {}) => {
      const address = `http://127.0.0.1:${port}/sessions?q=bain+sonore&location=Nantes`;
      const asked = { "User-Agent": PERSON, "X-Forwarded-For": from, ...headers };
      const answer = await fetch(address, { headers: asked });
      expect(answer.status).toBe(200);
      await answer.text();
    };
    await look("192.0.2.1");
    await look("192.0.2.1");
    await look("192.0.2.2");
    // A page that is made for one visitor alone.
    await look("192.0.2.3", { Cookie: "theme=x" });
    await look("192.0.2.4", { "User-Agent": ROBOT });
    await look("192.0.2.5", { "Sec-Purpose": "prefetch" });
    await site.flush();
    expect(await db.select().from(missedSearches)).toMatchObject([
      { town: "Nantes", words: null, visitors: 3 },
    ]);
  },
);
