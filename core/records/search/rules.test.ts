import { expect, test } from "vitest";
import { newId } from "#platform/ids.server.ts";
import { caseNumberOf, readSought } from "./rules.ts";

test("a case's number says its sort and finds its id, however it is written (rule: case-numbers)", () => {
  const id = newId();
  const number = String(caseNumberOf(`/operateur/litiges/${id}`));
  expect(number).toMatch(/^L(-[0-9A-F]{3}){3}$/);
  for (const typed of [number, number.replaceAll("-", " "), number.replaceAll("-", "")]) {
    for (const q of [typed, typed.toLowerCase()]) {
      const sought = readSought(q);
      if (sought?.by !== "number") throw new Error(`${q} is no number`);
      expect([sought.letter, sought.from <= id, id <= sought.to]).toEqual(["L", true, true]);
      expect(id.endsWith(sought.end)).toBe(true);
    }
  }
  const old = "9a000000-0000-4000-8000-000000000000";
  for (const path of ["/operateur", `/session/${id}`, `/operateur/litiges/${old}`]) {
    expect(caseNumberOf(path)).toBeNull();
  }
  for (const words of ["Z-A21-F44-44A", "L-A21-F44", "Abadie"]) {
    expect(readSought(words)).toMatchObject({ by: "words" });
  }
});
