import { getTableColumns, getTableName, isTable } from "drizzle-orm";
import { getTableConfig, type PgTable } from "drizzle-orm/pg-core";
import { expect, onTestFinished, test } from "vitest";
import { COLLECTED } from "#core/privacy/labels.ts";
import * as tables from "#core/tables.server.ts";
import { makeContext } from "./make/context.ts";
import { dataTest } from "./make/database.ts";
import { openSite } from "./make/site.ts";

/** What holds nothing about anybody, and why. */
const NAMELESS: Record<string, string> = {
  activity_types: "names of categories",
  announcements: "what we say to everybody",
  terms_changes: "what we say to everybody",
  slot_news: "ids of slots, for a moment",
  past_slot_prices: "prices of hours that are over",
  known_words: "words of public texts, one by one",
  known_places: "names of communes",
  missed_searches: "what several have looked for, without knowing who",
  provider_keys: "our own keys",
  settings: "our own settings",
  demo_mails: "the mailbox of the demo, which real people never use",
  daily_views: "how often a page was shown",
  daily_visits: "sums",
  daily_places: "sums",
  daily_totals: "sums",
  hourly_places: "sums",
  evening_courses: "sums",
  daily_trust: "sums",
};

const schema = Object.values(tables).filter(isTable) as PgTable[];

test("each table holds nothing about anybody, or is told of on the privacy page", () => {
  const told = COLLECTED.flatMap((group) => group.tables);
  expect([...told, ...Object.keys(NAMELESS)].toSorted()).toEqual(
    schema.map(getTableName).toSorted(),
  );
});

/** Who somebody is, or where they are to be found. */
const ABOUT_SOMEBODY =
  /(^|_)(user|client|person|professional|owner|buyer|author|email|phone|ip|siret|address|first_name|last_name)(_|$)/;

test("what is said to hold nothing about anybody leads to nobody", () => {
  for (const table of schema) {
    const name = getTableName(table);
    if (!(name in NAMELESS)) continue;
    const columns = Object.values(getTableColumns(table)).map(({ name }) =>
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    );
    expect(
      columns.filter((column) => ABOUT_SOMEBODY.test(column)),
      name,
    ).toEqual([]);
    const led = getTableConfig(table).foreignKeys.map((key) =>
      getTableName(key.reference().foreignTable),
    );
    expect(
      led.filter((other) => !(other in NAMELESS)),
      name,
    ).toEqual([]);
  }
});

dataTest(
  "the privacy page says each group in its words, and no name of a table",
  async ({ db }) => {
    const site = await openSite(makeContext(db));
    onTestFinished(() => site.close());
    const page = await (await fetch(`${site.origin}/confidentialite`)).text();
    const words = page.replaceAll("&#x27;", "'").replaceAll("<!-- -->", "");
    for (const { what, which } of COLLECTED) {
      expect(words).toContain(`<strong>${what}</strong> : ${which}`);
    }
    for (const { tables: kept } of COLLECTED) {
      for (const table of kept.filter((name) => name.includes("_")))
        expect(words).not.toContain(table);
    }
  },
);
