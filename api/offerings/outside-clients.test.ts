import { expect } from "vitest";
import { callerOf } from "#test/make/api.ts";
import { makeSession, makeSlot } from "#test/make/catalogue.ts";
import { actorOf, makeContext } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { makeProfessional } from "#test/make/people.ts";

dataTest(
  "a client from elsewhere stays in the agenda of a cancelled slot until they are told (rule: outside-clients-told)",
  async ({ db }) => {
    const professional = await makeProfessional(db);
    const slot = await makeSlot(db, { session: await makeSession(db, { professional }) });
    const call = callerOf(makeContext(db, { actor: await actorOf(db, professional.userId) }));
    const clients = `/slots/${slot.id}/outside-clients`;
    const { id } = (await call("POST", clients, { name: "Paul" })).body;
    const day = slot.startDatetime.toISOString().slice(0, 10);
    const listed = async () => {
      const { body } = await call("GET", `/agenda?from=${day}&to=${day}`);
      return body.slots[0].lost_clients;
    };
    const tell = (isTold: unknown) => call("PATCH", `${clients}/${id}`, { is_told: isTold });
    expect(await listed()).toEqual([]);
    expect((await tell(true)).status).toBe(404);

    expect((await call("POST", `/slots/${slot.id}/cancel`)).status).toBe(200);
    const paul = { id, name: "Paul", seats: 1 };
    expect(await listed()).toEqual([{ ...paul, is_told: false }]);
    expect((await tell("oui")).status).toBe(422);
    expect((await tell(true)).status).toBe(204);
    expect(await listed()).toEqual([{ ...paul, is_told: true }]);
    expect((await tell(false)).status).toBe(204);
    expect(await listed()).toEqual([{ ...paul, is_told: false }]);
  },
);
