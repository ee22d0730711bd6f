import { expect, test } from "vitest";
import { z } from "zod";
import { readCursor, writeCursor } from "./cursor.ts";

const schema = z.object({ at: z.string(), id: z.number() });

test("a cursor comes back as it was written, in characters that need no escaping", () => {
  const key = { at: "2026-11-20T09:00:00.123456Z", id: 255 };
  const cursor = writeCursor(key);
  expect(cursor).toMatch(/^[\w-]+$/);
  expect(readCursor(schema, cursor)).toEqual(key);
});

test.each(["", "abc", "é", "%00", writeCursor({ at: 1, id: "x" }), writeCursor([])])(
  "what is not a cursor of this list is refused: %j",
  (cursor) => {
    expect(() => readCursor(schema, cursor)).toThrow(
      expect.objectContaining({ code: "invalid_input", fields: { cursor: ["Curseur invalide"] } }),
    );
  },
);
