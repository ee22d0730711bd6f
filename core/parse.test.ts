import { expect, test } from "vitest";
import { z } from "zod";
import { isAppError } from "./errors.ts";
import { parseInput } from "./parse.ts";

const schema = z.object({ id: z.uuid(), count: z.number() });

test("gives back what it was given, as the schema makes it", () => {
  const input = { id: "019f0000-0000-7000-8000-000000000001", count: 2, more: true };
  expect(parseInput(schema, input)).toEqual({ id: input.id, count: 2 });
});

test("refuses with every field's messages, in French even where the schema has no words", () => {
  let refusal: unknown;
  try {
    parseInput(schema, { id: "x" });
  } catch (error) {
    refusal = error;
  }
  if (!isAppError(refusal)) throw new Error("nothing was refused");
  expect(refusal.code).toBe("invalid_input");
  expect(Object.keys(refusal.fields ?? {})).toEqual(["id", "count"]);
  expect(JSON.stringify(refusal.fields)).not.toMatch(/Invalid|expected/);
});
