import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { categoryPicture, pictureFraming, sessionPicture } from "./session-picture.ts";

test("the same session always gets the same picture, of its own category", () => {
  // FNV-1a of "a" is 0xe40c292c, of "foobar" 0xbf9cf968 (the published test vectors).
  expect(sessionPicture({ id: "a", category: "Yoga" })).toBe(
    `yoga${["", "-b", "-c"][0xe40c292c % 3]}`,
  );
  expect(sessionPicture({ id: "foobar", category: "Méditation" })).toBe(
    `meditation${["", "-b", "-c"][0xbf9cf968 % 3]}`,
  );
});

test("accents and hyphens lead to the drawing's file name", () => {
  expect(categoryPicture("Psychothérapie")).toBe("psychotherapie");
  expect(categoryPicture("Art-thérapie")).toBe("art-therapie");
  expect(categoryPicture("Thérapie, art-thérapie")).toBe("art-therapie");
  expect(["Yoga du rire", "Bon massage !"].map(categoryPicture)).toEqual(["yoga", "massage"]);
  expect(["Danse africaine", "Yogathérapie"].map(categoryPicture)).toEqual([null, null]);
});

test("every picture that can be chosen exists", () => {
  for (let i = 0; i < 500; i++) {
    const name = sessionPicture({ id: `id-${i}`, category: "Inconnue" });
    expect(existsSync(new URL(`../../illustrations/${name}.svg`, import.meta.url)), name).toBe(
      true,
    );
  }
});

test("the sessions of one category are framed in all ways, each always in the same one", () => {
  const ids = Array.from({ length: 60 }, (_, index) => `id-${index}`);
  const framings = ids.map((id) => pictureFraming({ id }));
  expect(new Set(framings)).toEqual(new Set([0, 1, 2, 3, 4, 5].map((n) => `framing-${n}`)));
  expect(ids.map((id) => pictureFraming({ id }))).toEqual(framings);
});
