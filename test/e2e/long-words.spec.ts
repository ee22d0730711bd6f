import { type Browser, type BrowserContext, request as newRequest } from "@playwright/test";
import pg from "pg";
import { expect, test } from "./fixtures.ts";
import { NADIA, signIn, signInOperator } from "./journeys.ts";
import { removeProduct, spawnProduct, untilItRuns } from "./product.ts";
import { GUEST, listScreens, NAMELESS } from "./screens.ts";

/** A link as people paste it, longer than any screen is wide. */
const LONG =
  "https://docs.example/forms/d/e/1FAIpQLSdGZ0Y2vQ8n5rXw3kqk9yqL8mJfQeN4TtVwYbXzA/viewform";

/** Tables whose texts the site writes itself, or seals. */
const NOT_WRITTEN = ["acts", "act_details", "activity_types", "jobs", "mails", "demo_mails"];

/** Puts a long word into whatever somebody has written: two words, a name or a town. */
async function plantLongWords(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  // Without triggers: no text is checked, sealed or told to anybody.
  await client.query("set session_replication_role = replica");
  const { rows } = await client.query(
    `select table_name, column_name from information_schema.columns
       join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and data_type = 'text'
       and is_generated = 'NEVER' and table_name <> all($1)`,
    [NOT_WRITTEN],
  );
  let planted = 0;
  for (const { table_name: table, column_name: column } of rows) {
    const isName = /name|city|title|issuer|town/.test(column);
    const { rowCount } = await client.query(
      `update "${table}" set "${column}" = $1 || left(md5(ctid::text), 6)
       where "${column}" ~ '[[:alpha:]] [[:alpha:]]' or ($2 and "${column}" <> '')`,
      [LONG.slice(0, table === "outside_clients" ? 60 : 90), isName],
    );
    planted += rowCount ?? 0;
  }
  await client.query("update bookings set sold = sold || jsonb_build_object('title', $1::text)", [
    LONG,
  ]);
  await client.end();
  expect(planted).toBeGreaterThan(5_000);
}

async function openAs(browser: Browser, who: string, baseURL: string): Promise<BrowserContext> {
  const context = await browser.newContext({
    ...{ baseURL, viewport: { width: 320, height: 700 } },
    // The server has laid out what a script then wakes up.
    javaScriptEnabled: false,
  });
  const page = await context.newPage();
  if (who === NADIA) await signInOperator(page);
  else if (who) await signIn(page, who);
  return context;
}

test("whatever people write wraps on every screen of the narrowest phone", async ({ browser }) => {
  test.setTimeout(600_000);
  let product = await spawnProduct();
  try {
    await untilItRuns(product);
    const request = await newRequest.newContext({ baseURL: product.url });
    const screens: { as: string; address: string }[] = [];
    for (const [path, cases] of listScreens()) {
      for (const { as = "", at = `/${path}`, open } of cases) {
        if (open || as === GUEST || as === NAMELESS) continue;
        screens.push({ as, address: typeof at === "string" ? at : await at(request) });
      }
    }
    await request.dispose();
    // The addresses are found by names that are there until now.
    await plantLongWords(/postgres:\/\/\S+/.exec(product.output())?.[0] ?? "");
    // It remembers lists and landing pages for a while.
    await product.stop();
    product = await untilItRuns(await spawnProduct({ dataDir: product.dataDir }));
    const wide: string[] = [];
    for (const [who, own] of Map.groupBy(screens, ({ as }) => as)) {
      const context = await openAs(browser, who, product.url);
      const page = await context.newPage();
      for (const { address } of own) {
        const answer = await page.goto(address);
        expect(answer?.status(), address).toBeLessThan(500);
        const sideways = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        if (sideways > 0) wide.push(`${who || "a visitor"}: ${address} by ${sideways} px`);
      }
      await context.close();
    }
    expect(wide).toEqual([]);
  } finally {
    await removeProduct(product);
  }
});
