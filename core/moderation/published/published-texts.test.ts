import { getTableColumns } from "drizzle-orm";
import { text, uuid } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { makeSession } from "#test/make/catalogue.ts";
import { dataTest } from "#test/make/database.ts";
import { makeProfessional } from "#test/make/people.ts";
import { kept, publicTable, published, publishedKeys } from "../../column-facts.server.ts";
import { offerings, professionalProfiles } from "../../tables.server.ts";
import { listPublishedTexts } from "../list-suspects.server.ts";
import { findPublished } from "./store.server.ts";

/** A word for each column that everybody reads. */
function wordsFor(table: typeof offerings | typeof professionalProfiles) {
  const columns = Object.entries(getTableColumns(table));
  const read = columns.filter(([key]) => publishedKeys(table).includes(key));
  return Object.fromEntries(
    read.map(([key, column]) => [key, column.getSQLType() === "text" ? key : [key]]),
  );
}

test("a public text of which nobody says whether it is moderated does not compile", () => {
  const why = "for a test";
  const page = publicTable("page", why, { id: kept(uuid()), title: published(kept(text())) });
  expect(publishedKeys(page)).toEqual(["title"]);
  // @ts-expect-error
  publicTable("page", why, { title: kept(text()) });
  // @ts-expect-error
  publicTable("page", why, { tags: kept(text().array()) });
});

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
