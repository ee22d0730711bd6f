import { expect, test } from "vitest";
import { changedColumns, changesIn, nextVersion, requireFresh } from "./versions.ts";

const row = {
  ...{ title: "Yoga", price: 20, start: "18:30:00", tags: null as string[] | null },
  ...{ version: 3, changedIn: { price: 3, title: 2 } },
};
const words = {
  message: "Session modifiée entre-temps.",
  fieldOf: (field: string) => ({ field, value: String(row[field as "title"]) }),
};
const refused = (begun: number | undefined, ...changed: string[]) => {
  try {
    requireFresh(row, begun, changed, words);
  } catch (error) {
    return error;
  }
};

test("a column changes when it says something else", () => {
  const next = { title: "Yoga", price: 25, start: "18:30", tags: [] as string[] };
  expect(changedColumns(row, next)).toEqual(["price", "tags"]);
  expect(changedColumns<{ title?: string | undefined }>(row, { title: undefined })).toEqual([]);
});

test("an edition is counted with what it changed; one that changed nothing is none", () => {
  expect(nextVersion(row, ["tags"])).toEqual({
    ...{ version: 4, changedIn: { price: 3, title: 2, tags: 4 } },
  });
  expect(nextVersion(row, [])).toEqual({});
});

test("an edition is stale when it would undo what changed since it began", () => {
  expect(refused(2, "title", "price")).toMatchObject({
    ...{ code: "stale", message: words.message, fields: { price: ["Modifié entre-temps : 20"] } },
  });
  expect(refused(1, "title")).toMatchObject({ fields: { title: ["Modifié entre-temps : Yoga"] } });
  expect(refused(2, "title")).toBeUndefined();
  expect(refused(1, "tags")).toBeUndefined();
  expect(refused(3, "price")).toBeUndefined();
  expect(refused(undefined, "price")).toBeUndefined();
});

test("what changed is told in the order of the form, and no other refusal is", () => {
  const fields = {
    ...{ tags: ["Modifié entre-temps : rien"], price: ["Modifié entre-temps : 20"] },
    ...{ title: ["Ce champ est obligatoire"], unknown: ["Modifié entre-temps : oui"] },
  };
  expect(changesIn(fields, { title: "Titre", price: "Prix", tags: "Mots-clés" })).toEqual([
    { field: "price", label: "Prix", value: "20" },
    { field: "tags", label: "Mots-clés", value: "rien" },
  ]);
  expect(changesIn(undefined, { title: "Titre" })).toEqual([]);
});
