import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { HOUR, MINUTE } from "#core/dates.ts";
import type { Database } from "#platform/postgres.server.ts";
import { makeSession, makeSlot } from "#test/make/catalogue.ts";
import { makeContext, NOW } from "#test/make/context.ts";
import { makeDatabase } from "#test/make/database.ts";
import { makeProfessional } from "#test/make/people.ts";
import { searchSessions } from "./search-sessions.server.ts";

let db: Database;
let close: () => Promise<void>;
const ids: Record<string, string> = {};

const inHours = (hours: number) => new Date(NOW.getTime() + hours * HOUR);

/** The names of the sessions found, in order. */
async function found(query: Record<string, unknown>): Promise<string[]> {
  const { sessions } = await searchSessions(makeContext(db), query);
  return sessions.map(({ id }) => Object.keys(ids).find((name) => ids[name] === id) ?? id);
}

async function offer(
  name: string,
  hours: number,
  fields: Parameters<typeof makeSession>[1] = {},
): Promise<void> {
  const session = await makeSession(db, fields);
  await makeSlot(db, { session, start: inHours(hours) });
  ids[name] = session.id;
}

beforeAll(async () => {
  ({ db, close } = await makeDatabase());
  const lune = await makeProfessional(db, { businessName: "Atelier de la Lune", rating: 4.9 });
  const plain = await makeProfessional(db, { businessName: "Cabinet Morel", rating: 4.2 });
  await offer("yoga", 5, {
    professional: plain,
    title: "Hatha doux du matin",
    category: "Yoga",
    description: "Des postures tenues, le souffle qui ralentit.",
    priceCents: 1_999,
    city: "Lyon",
    postalCode: "69003",
  });
  await offer("massage", 30, {
    professional: lune,
    title: "Massage suédois",
    category: "Massage",
    description: "Dénoue les épaules après une journée assise.",
    priceCents: 6_000,
    city: "Saint-Étienne",
    postalCode: "42000",
  });
  await offer("meditation", 80, {
    professional: plain,
    title: "Méditer en pleine conscience",
    category: "Méditation",
    description: "Pour celles et ceux que le yoga ennuie.",
    priceCents: 5_000,
    discountedPriceCents: 2_000,
    city: "Lyon",
    postalCode: "69007",
  });
  await offer("reiki", 50, {
    professional: lune,
    title: "Séance d'énergie",
    category: "Reiki",
    description: "Mains posées, lumière basse.",
    priceCents: 4_000,
    isOnline: true,
    city: null,
    postalCode: null,
    address: null,
  });
});
afterAll(() => close());

describe("words", () => {
  test("are found in title, description, activity type and business name", async () => {
    expect(await found({ q: "hatha" })).toEqual(["yoga"]);
    expect(await found({ q: "épaules" })).toEqual(["massage"]);
    expect(await found({ q: "reiki" })).toEqual(["reiki"]);
    expect(await found({ q: "lune" })).toEqual(["massage", "reiki"]);
  });
});
