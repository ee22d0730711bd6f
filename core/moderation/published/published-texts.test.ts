import { getTableColumns } from "drizzle-orm";
import { expect } from "vitest";
import { makeSession } from "#test/make/catalogue.ts";
import { dataTest } from "#test/make/database.ts";
import { makeProfessional } from "#test/make/people.ts";
import { offerings, professionalProfiles } from "../../tables.server.ts";
import { listPublishedTexts } from "../titles/list-suspects.server.ts";
import { findPublished } from "./store.server.ts";

/** The columns of text that the filter need not read, by why. */
const UNREAD = [
  ...["id", "kind", "recurringDays", "stripeConnectAccountId", "imageUrl"], // Not written by hand.
  ...["category", "siret", "vatStatus", "vatNumber", "pin", "addressPoint"], // Of a fixed list or shape.
  ...["address", "city", "postalCode", "businessAddress", "businessCity", "businessPostalCode"], // Places.
  ...["onlineLink", "businessPhone", "shownPhone"], // Shown to buyers alone.
];

/** A word for each column that somebody writes freely. */
function wordsFor(table: typeof offerings | typeof professionalProfiles) {
  const written = Object.entries(getTableColumns(table)).filter(
    ([name, column]) => /^text/.test(column.getSQLType()) && !UNREAD.includes(name),
  );
  return Object.fromEntries(
    written.map(([name, column]) => [name, column.getSQLType() === "text" ? name : [name]]),
  );
}

dataTest("each text that the public reads is moderated (rule: content-filter)", async ({ db }) => {
  const page = wordsFor(professionalProfiles);
  const offer = wordsFor(offerings);
  expect(Object.keys({ ...page, ...offer })).toEqual(
    expect.arrayContaining(["businessDescription", "description", "included", "tags"]),
  );
  const professional = await makeProfessional(db, page);
  const session = await makeSession(db, { professional, ...offer });
  const known = await listPublishedTexts({ db }, professional.id);
  for (const [id, words] of [
    [professional.id, page],
    [session.id, offer],
  ] as const) {
    const texts = (await findPublished(db, id))?.texts.join("\n").split(/\W/);
    expect(texts).toEqual(expect.arrayContaining(Object.keys(words)));
    expect(known.flatMap(({ text }) => text.split(/\W/))).toEqual(
      expect.arrayContaining(Object.keys(words)),
    );
  }
});
