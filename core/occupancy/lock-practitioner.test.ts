import { setTimeout as wait } from "node:timers/promises";
import { expect } from "vitest";
import { newId } from "#platform/ids.server.ts";
import { dataTest } from "#test/make/database.ts";
import { lockPractitioner } from "./lock-practitioner.server.ts";

dataTest(
  "one at a time has a professional's hours, and others are not waited for",
  async ({ db }) => {
    const [own, other] = [newId(), newId()];
    const order: string[] = [];
    let release = () => {};
    const isHeld = new Promise<void>((resolve) => {
      release = resolve;
    });
    let began = () => {};
    const hasBegun = new Promise<void>((resolve) => {
      began = resolve;
    });
    const first = db.transaction(async (tx) => {
      await lockPractitioner(tx, own);
      began();
      await isHeld;
      order.push("first");
    });
    await hasBegun;
    const second = db.transaction(async (tx) => {
      await lockPractitioner(tx, own);
      order.push("second");
    });
    await db.transaction(async (tx) => {
      await lockPractitioner(tx, other);
      order.push("other");
    });
    release();
    await Promise.all([first, second]);
    expect(order).toEqual(["other", "first", "second"]);
  },
);

dataTest("several are locked in one order, whichever way they are named", async ({ db }) => {
  const ids = Array.from({ length: 20 }, newId);
  const turn = (named: string[]) =>
    db.transaction(async (tx) => {
      await lockPractitioner(tx, ...named);
      await wait(1);
    });
  const turns = Array.from({ length: 20 }, (_, n) => turn(n % 2 ? ids : ids.toReversed()));
  await expect(Promise.all(turns)).resolves.toHaveLength(20);
  await expect(turn([])).resolves.toBeUndefined();
});
