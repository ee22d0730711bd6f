import { describe, expect } from "vitest";
import { newId } from "#platform/ids.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import { makeSession, makeSlot } from "#test/make/catalogue.ts";
import { actorOf, makeContext, NOW } from "#test/make/context.ts";
import { dataTest, expectInvariants } from "#test/make/database.ts";
import { makeProfessional, makeUser } from "#test/make/people.ts";
import { bookSlot } from "../bookings/book-slot.server.ts";
import { cancelBooking } from "../bookings/cancellation/cancel-booking.server.ts";
import {
  addOutsideClient,
  removeOutsideClient,
  showOutsideClients,
} from "../catalogue/outside-clients/add-outside-client.server.ts";
import { HOUR } from "../durations.ts";
import { joinWaitingList, leaveWaitingList } from "./join-waiting-list.server.ts";
import { listWaiting } from "./list-waiting.server.ts";
import { offerSeats } from "./offer-seats.server.ts";

async function makePerson(db: Database) {
  const { id } = await makeUser(db);
  return makeContext(db, { actor: await actorOf(db, id), address: newId() });
}

/** A free slot of three seats, of which two are sold here, both booked, and somebody who waits for one. */
async function makeLine(db: Database) {
  const professional = await makeProfessional(db);
  const session = await makeSession(db, { professional, priceCents: 0, capacity: 3 });
  const start = new Date(NOW.getTime() + 72 * HOUR);
  const { id: slotId } = await makeSlot(db, { session, start, availableSpots: 2 });
  const booked = await makePerson(db);
  const { bookingId } = await bookSlot(booked, { sessionId: session.id, slotId, seats: 2 });
  const waiting = await makePerson(db);
  const { id: entryId } = await joinWaitingList(waiting, { slotId, seats: 1 });
  const owner = makeContext(db, { actor: await actorOf(db, professional.userId) });
  const free = () => cancelBooking(booked, { bookingId, seats: 1 });
  return { owner, slotId, waiting, entryId, free };
}

describe("a client from elsewhere, and those who wait (rules: own-time, waiting-list)", () => {
  dataTest("gets no seat that somebody waits for, nor one that is offered", async ({ db }) => {
    const { owner, slotId, waiting, free } = await makeLine(db);
    await free();
    const refusal = {
      code: "invalid_input",
      fields: {
        seats: [
          "Des clients attendent les places libérées de ce créneau : vous pouvez en donner 1",
        ],
      },
    };
    const add = (seats: number) => addOutsideClient(owner, { slotId, seats });
    await expect(add(2)).rejects.toMatchObject(refusal);
    // One that she does not sell here is hers to give, whoever waits.
    await add(1);
    expect(await showOutsideClients(owner, { slotId })).toMatchObject({ left: 0, isAwaited: true });
    await offerSeats(owner);
    expect((await listWaiting(waiting))[0]?.offer).not.toBeNull();
    await expect(add(1)).rejects.toMatchObject({
      fields: { seats: ["Des clients attendent les places libérées de ce créneau"] },
    });
    await expectInvariants(db, NOW);
  });

  dataTest("gets them once nobody waits any more, and leaves them to the line", async ({ db }) => {
    const { owner, slotId, waiting, entryId, free } = await makeLine(db);
    await free();
    await leaveWaitingList(waiting, { entryId });
    const { clientId } = await addOutsideClient(owner, { slotId, seats: 2 });
    await joinWaitingList(waiting, { slotId, seats: 1 });
    await removeOutsideClient(owner, { slotId, clientId });
    await offerSeats(owner);
    expect((await listWaiting(waiting))[0]?.offer).not.toBeNull();
    await expectInvariants(db, NOW);
  });
});
