import { expect, test } from "vitest";
import { newId } from "./ids.server.ts";
import { isUuid } from "./uuid.ts";

test("each id is greater than those before it, however many are made within a millisecond", () => {
  const made = Array.from({ length: 20_000 }, newId);
  expect(made).toEqual([...new Set(made)].sort());
  expect(made.every(isUuid)).toBe(true);
  expect(made.filter((id) => id[14] !== "7" || !"89ab".includes(String(id[19])))).toEqual([]);
});
