import { expect } from "vitest";
import { openDoors } from "#test/make/api.ts";
import { makeSession, makeSlot } from "#test/make/catalogue.ts";
import { makeContext } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";

dataTest("suggestions are a list that anybody may keep for a minute", async ({ db }) => {
  await makeSlot(db, { session: await makeSession(db, { city: "Nîmes", postalCode: "30000" }) });
  const doors = openDoors(makeContext(db));
  const found = await doors.request("/api/v1/suggestions?field=where&q=nim");
  expect(found.status).toBe(200);
  expect(found.headers.get("cache-control")).toBe("public, max-age=60");
  expect(await found.json()).toEqual({
    data: [{ kind: "place", label: "Nîmes", id: null, city: null }],
    next_cursor: null,
  });

  // An answer to a request with a cookie may set a new one, so no cache may hand it to somebody
  // else.
  const own = await doors.request("/api/v1/suggestions?field=where&q=nim", {
    headers: { cookie: "a=b" },
  });
  expect(own.headers.get("cache-control")).toBeNull();

  for (const query of ["", "?field=where", "?field=who&q=a", `?field=what&q=${"a".repeat(101)}`]) {
    const refused = await doors.request(`/api/v1/suggestions${query}`);
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({ error: { code: "invalid_input" } });
  }
});
