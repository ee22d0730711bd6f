import { expect, test } from "vitest";
import { offeringListQuery } from "./offering-list/schema.ts";
import { searchQuery } from "./schema.ts";

test("« 60+ » is understood, also as the « 60 » that a query string makes of it", () => {
  const written = Object.fromEntries(new URLSearchParams("price=60+"));
  for (const schema of [searchQuery, offeringListQuery]) {
    expect(schema.parse(written).price).toBe("60+");
    expect(schema.parse({ price: "60+" }).price).toBe("60+");
    expect(schema.parse({}).price).toBeUndefined();
  }
  expect(searchQuery.parse({ price: "61 " }).price).toBeUndefined();
  expect(offeringListQuery.safeParse({ price: "61 " }).success).toBe(false);
});
