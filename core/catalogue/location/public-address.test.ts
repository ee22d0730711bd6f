import { describe, expect } from "vitest";
import { actorOf, makeContext } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { makePlan, makeProfessional, makeUser } from "#test/make/people.ts";
import { searchSessions } from "#test/make/search.ts";
import { pointOf } from "../../places/resolve-place.server.ts";
import { cellOf, centreOf, kilometresBetween } from "../../places/rules.ts";
import { listNear } from "../../search/list-bookable.server.ts";
import { listOfferings } from "../../search/offering-list/list-offerings.server.ts";
import { createOffering } from "../authoring/create-offering.server.ts";
import { updateOffering } from "../authoring/update-offering.server.ts";
import { showOffering } from "../views/show-offering.server.ts";

const STREET = { address: "20 rue de la République", postalCode: "69002" };
const FIELDS = {
  ...{ title: "Yoga du soir", description: "Une heure pour souffler.", price: 40 },
  ...{ date: "2026-11-24", startTime: "18:30", city: "Lyon", ...STREET },
};
/** The hill of Fourvière. */
const PIN = "45.76232,4.82212";
const HILL = { latitude: 45.76232, longitude: 4.82212 };
const LYON = pointOf({ city: "Lyon", postalCode: null });
if (!LYON) throw new Error("no town");

describe.each(["session", "activity"] as const)(
  "the address of a %s (rule: public-address)",
  (kind) => {
    dataTest(
      "is read by all once its professional says so, and distances go to its door",
      async ({ db }) => {
        const user = await makeUser(db, { isPro: true, canCreateActivities: true });
        await makePlan(db, { userId: user.id, planType: "premium" });
        await makeProfessional(db, { user });
        const ctx = makeContext(db, { actor: await actorOf(db, user.id) });
        const { id } = await (kind === "session"
          ? createOffering(ctx, "session", { ...FIELDS, category: "Yoga", pin: PIN })
          : createOffering(ctx, "activity", { ...FIELDS, category: "Atelier", pin: PIN }));
        const visitor = makeContext(db);
        const read = async () => {
          const { address, postalCode } = await showOffering(visitor, kind, id);
          const { offerings } = await listOfferings(visitor, kind, {
            place: "Lyon",
            radius: 10,
            limit: 10,
          });
          const [listed] = offerings;
          return { address, postalCode, listed: listed?.address, kilometres: listed?.kilometres };
        };
        const square = kilometresBetween(centreOf(cellOf(HILL)), LYON);
        expect(await read()).toEqual({
          ...{ address: null, postalCode: null, listed: null, kilometres: square },
        });
        await updateOffering(ctx, kind, { id, changes: { isAddressPublic: true } });
        const door = kilometresBetween(HILL, LYON);
        expect(door).not.toBe(square);
        expect(await read()).toEqual({ ...STREET, listed: STREET.address, kilometres: door });
        if (kind === "session") {
          const [near] = await listNear(visitor, { place: "Lyon", radius: 10, limit: 1 });
          expect(near?.distance).toBe(door);
          // No card draws its point, so none takes it along.
          const { sessions } = await searchSessions(visitor, { place: "Lyon", radius: 10 });
          for (const card of [near?.card, sessions[0]]) {
            expect(card).toMatchObject({ id: expect.any(String) });
            expect(card).not.toHaveProperty("point");
          }
        }
        await updateOffering(ctx, kind, { id, changes: { isAddressPublic: false } });
        expect(await read()).toMatchObject({ address: null, listed: null, kilometres: square });
      },
    );
  },
);
