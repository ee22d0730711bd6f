import { expect, test } from "vitest";
import { newId } from "./ids.server.ts";
import { isUuid } from "./uuid.ts";

test("an id is told from whatever else stands in an address", () => {
  const id = newId();
  expect(isUuid(id)).toBe(true);
  for (const text of [
    "",
    id.toUpperCase(),
    id.slice(1),
    `${id}-1`,
    `/${id}`,
    `${id}\n`,
    "sessions",
  ])
    expect(isUuid(text), text).toBe(false);
});
