import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { createGeocoderStandIn, type Geocoder } from "#platform/geocoder.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import { actorOf, makeContext, NOW } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { makePlan, makeProfessional, makeUser } from "#test/make/people.ts";
import { searchSessions } from "#test/make/search.ts";
import { DAY, MINUTE } from "../../durations.ts";
import { pointOf } from "../../places/resolve-place.server.ts";
import { cellOf } from "../../places/rules.ts";
import { listings, offerings } from "../../tables.server.ts";
import { createOffering } from "../authoring/create-offering.server.ts";
import { showOwnOffering } from "../authoring/permit-publication.server.ts";
import { updateOffering } from "../authoring/update-offering.server.ts";
import { showOffering } from "../views/show-offering.server.ts";
import { locateOffering, locateOfferings } from "./locate-offering.server.ts";

const LYON = { address: "20 rue de la République", city: "Lyon", postalCode: "69002" };
const FIELDS = {
  ...{ title: "Yoga du soir", description: "Une heure pour souffler.", price: 40 },
  ...{ date: "2026-11-24", startTime: "18:30", ...LYON },
};
/** The hill of Fourvière, and the lake of Annecy. */
const HILL = { latitude: 45.76232, longitude: 4.82212 };
const FAR = "45.8600, 6.1700";

/** A professional who may publish both kinds. */
async function makeAuthor(db: Database, geocoder: Geocoder | null = null) {
  const user = await makeUser(db, { isPro: true, canCreateActivities: true });
  await makePlan(db, { userId: user.id, planType: "premium" });
  await makeProfessional(db, { user });
  return makeContext(db, { actor: await actorOf(db, user.id), geocoder });
}

const cellIn = async (db: Database, id: string) =>
  (await db.select().from(listings).where(eq(listings.offeringId, id)))[0]?.cell;
const MIDDLE = pointOf(LYON);
if (!MIDDLE) throw new Error("no point");

describe.each(["session", "activity"] as const)("the pin of a %s", (kind) => {
  const create = (ctx: Awaited<ReturnType<typeof makeAuthor>>, pin: string) =>
    kind === "session"
      ? createOffering(ctx, "session", { ...FIELDS, category: "Yoga", pin })
      : createOffering(ctx, "activity", { ...FIELDS, category: "Atelier", pin });

  dataTest("is where search finds it, and only its owner reads it", async ({ db }) => {
    const ctx = await makeAuthor(db);
    const { id } = await create(ctx, " 45,76232  4,82212 ");
    expect(await cellIn(db, id)).toBe(cellOf(HILL));
    expect(cellOf(HILL)).not.toBe(cellOf(MIDDLE));
    expect(await showOwnOffering(ctx, kind, id)).toMatchObject({ pin: "45.76232,4.82212" });
    const visitor = makeContext(db);
    expect(await showOffering(visitor, kind, id)).not.toHaveProperty("pin");
    await updateOffering(ctx, kind, { id, changes: { title: "Yoga du matin" } });
    expect(await cellIn(db, id)).toBe(cellOf(HILL));
    await updateOffering(ctx, kind, { id, changes: { pin: "" } });
    expect(await cellIn(db, id)).toBe(cellOf(MIDDLE));
  });

  dataTest(
    "is refused beside its field when it is none, or far from the address",
    async ({ db }) => {
      const ctx = await makeAuthor(db);
      for (const wrong of ["ici", "91.00, 4.83", "45.76", "45.76, 4.83, 12"]) {
        await expect(create(ctx, wrong)).rejects.toMatchObject({
          fields: { pin: [expect.stringMatching(/^Écrivez la latitude puis la longitude/)] },
        });
      }
      const far = { fields: { pin: [expect.stringMatching(/^Ce point est loin de l'adresse/)] } };
      await expect(create(ctx, FAR)).rejects.toMatchObject(far);
      const { id } = await create(ctx, "45.76232,4.82212");
      const moves = { address: "1 quai de Seine", city: "Paris", postalCode: "75004" };
      await expect(updateOffering(ctx, kind, { id, changes: moves })).rejects.toMatchObject(far);
      await updateOffering(ctx, kind, { id, changes: { isOnline: true } });
      expect(await showOwnOffering(ctx, kind, id)).toMatchObject({ pin: null });
    },
  );
});

describe("an address without a pin", () => {
  const standIn = createGeocoderStandIn();
  const session = (ctx: Awaited<ReturnType<typeof makeAuthor>>, pin = "") =>
    createOffering(ctx, "session", { ...FIELDS, category: "Yoga", pin });

  dataTest("is looked up by a job once it is saved, and anew once it changes", async ({ db }) => {
    const ctx = await makeAuthor(db, standIn);
    const { id } = await session(ctx);
    expect(await cellIn(db, id)).toBe(cellOf(MIDDLE));
    const queued = await db.$client.query<{ data: { offeringId: string } }>(
      "select data from pgboss.job where name = 'locate-offering'",
    );
    expect(queued.rows.map(({ data }) => data.offeringId)).toEqual([id]);
    await locateOffering(ctx, { offeringId: id });
    const found = await standIn.find(LYON, MIDDLE);
    expect(found && cellOf(found)).toBe(await cellIn(db, id));
    expect(await cellIn(db, id)).not.toBe(cellOf(MIDDLE));
    await updateOffering(ctx, "session", { id, changes: { address: "1 place Bellecour" } });
    expect(await cellIn(db, id)).toBe(cellOf(MIDDLE));
    const near = await searchSessions(makeContext(db), { place: "69002", radius: 2 });
    expect(near.count).toBe(1);
  });

  dataTest(
    "that was saved before there was a geocoder is looked up by a nightly job",
    async ({ db }) => {
      const before = await makeAuthor(db);
      const { id } = await session(before);
      const pinned = await session(before, "45.76232,4.82212");
      const ctx = { ...before, geocoder: standIn };
      await locateOfferings(ctx, {});
      expect(await cellIn(db, id)).not.toBe(cellOf(MIDDLE));
      expect(await cellIn(db, pinned.id)).toBe(cellOf(HILL));
      const { rows } = await db.$client.query<{ data: { after: string } }>(
        "select data from pgboss.job where name = 'locate-offerings'",
      );
      expect(rows.map(({ data }) => data.after)).toEqual([id]);
      // An address that nobody finds does not keep the job from going on, nor from ending.
      await db.update(offerings).set({ addressPoint: null }).where(eq(offerings.id, id));
      const nowhere = { find: async () => null };
      await locateOfferings({ ...ctx, geocoder: nowhere }, { after: id });
      await locateOfferings({ ...ctx, geocoder: nowhere }, {});
      expect(
        (await db.$client.query("select from pgboss.job where name = 'locate-offerings'")).rowCount,
      ).toBe(2);
    },
  );

  dataTest(
    "that is not found is asked for again after a day, a week and a month, or once it changes",
    async ({ db }) => {
      let now = NOW;
      const asked: string[] = [];
      const nowhere: Geocoder = {
        async find({ address }) {
          asked.push(address);
          return null;
        },
      };
      const ctx = { ...(await makeAuthor(db, nowhere)), now: () => now };
      const { id } = await session(ctx);
      await locateOffering(ctx, { offeringId: id });
      const nights: number[] = [];
      const passNights = async (from: number, to: number) => {
        for (let night = from; night <= to; night += 1) {
          now = new Date(NOW.getTime() + night * DAY - MINUTE);
          const before = asked.length;
          await locateOfferings(ctx, {});
          if (asked.length > before) nights.push(night);
        }
      };
      await passNights(1, 60);
      expect(nights).toEqual([1, 8, 38]);
      now = NOW;
      await updateOffering(ctx, "session", { id, changes: { address: "1 place Bellecour" } });
      await locateOffering(ctx, { offeringId: id });
      await passNights(1, 5);
      expect(nights).toEqual([1, 8, 38, 1]);
      expect(asked.at(-1)).toBe("1 place Bellecour");
    },
  );

  dataTest(
    "keeps its postcode's point when what is found is far, late, or beside a pin",
    async ({ db }) => {
      const ctx = await makeAuthor(db);
      const { id } = await session(ctx);
      const far = { find: async () => ({ latitude: 45.86, longitude: 6.17 }) };
      await locateOffering({ ...ctx, geocoder: far }, { offeringId: id });
      expect(await cellIn(db, id)).toBe(cellOf(MIDDLE));
      const late = {
        async find() {
          await updateOffering(ctx, "session", { id, changes: { address: "1 place Bellecour" } });
          return HILL;
        },
      };
      await locateOffering({ ...ctx, geocoder: late }, { offeringId: id });
      expect(await cellIn(db, id)).toBe(cellOf(MIDDLE));
      const pinned = await session(ctx, "45.76232,4.82212");
      await locateOffering({ ...ctx, geocoder: standIn }, { offeringId: pinned.id });
      const [row] = await db.select().from(offerings).where(eq(offerings.id, pinned.id));
      expect(row?.addressPoint).toBeNull();
    },
  );
});
