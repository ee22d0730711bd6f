import pg from "pg";
import { expect, test } from "vitest";
import { freshDatabase } from "./database.ts";

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

test("each fresh database is migrated and shares nothing with another", async () => {
  const one = await freshDatabase();
  const other = await freshDatabase();
  await query(one, "INSERT INTO settings (key, value) VALUES ('mark', '1')");
  expect(await query(one, "SELECT value FROM settings")).toEqual([{ value: 1 }]);
  expect(await query(other, "SELECT value FROM settings")).toEqual([]);
});
