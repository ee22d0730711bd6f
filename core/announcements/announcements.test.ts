import { describe, expect } from "vitest";
import { makeContext, NOW } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { makeOperatorContext } from "#test/make/operators.ts";
import { MINUTE, SECOND } from "../durations.ts";
import { listActsOn } from "../operators/acts/list-acts.server.ts";
import {
  announce,
  createAnnouncementBoard,
  listAnnouncements,
  takeAnnouncementBack,
} from "./make-announcement.server.ts";

/** From 22:00 to 23:00 in Paris on the evening of the tests' day. */
const TEXT = {
  ...{ kind: "interruption", text: "Les paiements s'arrêtent une heure." },
  ...{ from: "2026-11-20T22:00", until: "2026-11-20T23:00" },
};
const EVENING = { ...TEXT, reason: "La banque l'a prévu." };

describe("an announcement", () => {
  dataTest("stands from its first instant to its last, by one query a while", async ({ db }) => {
    let now = NOW;
    const ctx = makeContext(db);
    const operator = await makeOperatorContext(ctx);
    let queries = 0;
    const counted = new Proxy(db, {
      get(target, name, receiver) {
        if (name === "select") queries++;
        return Reflect.get(target, name, receiver);
      },
    });
    const board = createAnnouncementBoard({ ...ctx, db: counted, now: () => now });
    expect(await board.read()).toBeNull();
    const { id } = await announce(operator, EVENING);
    now = new Date("2026-11-20T20:59:59.999Z");
    expect(await Promise.all([board.read(), board.read()])).toEqual([null, null]);
    expect(queries).toBe(2);
    now = new Date("2026-11-20T21:00:00Z");
    expect(await board.read()).toMatchObject({ id, kind: "interruption", text: EVENING.text });
    expect(queries).toBe(2);
    now = new Date("2026-11-20T21:59:59Z");
    expect(await board.read()).toMatchObject({ id });
    now = new Date("2026-11-20T22:00:00Z");
    expect(await board.read()).toBeNull();
  });

  dataTest("stands as it was known while the database is away", async ({ db }) => {
    let now = NOW;
    let isAway = false;
    const ctx = makeContext(db);
    await announce(await makeOperatorContext(ctx), { ...EVENING, from: "" });
    const failing = new Proxy(db, {
      get(target, name, receiver) {
        if (isAway) throw new Error("the database is away");
        return Reflect.get(target, name, receiver);
      },
    });
    const board = createAnnouncementBoard({ ...ctx, db: failing, now: () => now });
    expect(await board.read()).toMatchObject({ text: EVENING.text });
    isAway = true;
    now = new Date(NOW.getTime() + 30 * SECOND);
    expect(await board.read()).toMatchObject({ text: EVENING.text });
  });

  dataTest("is taken back within a minute, and the journal has both", async ({ db }) => {
    let now = NOW;
    const ctx = makeContext(db);
    const operator = await makeOperatorContext(ctx);
    const board = createAnnouncementBoard({ ...ctx, now: () => now });
    const { id } = await announce(operator, { ...EVENING, from: "" });
    expect(await board.read()).toMatchObject({ id });
    const gone = { announcementId: id, reason: "Tout marche de nouveau." };
    await takeAnnouncementBack(operator, gone);
    now = new Date(NOW.getTime() + MINUTE);
    expect(await board.read()).toBeNull();
    expect(await listAnnouncements(operator)).toEqual([]);
    const acts = await listActsOn(operator, { kind: "announcement", id });
    expect(acts.map(({ act }) => act)).toEqual(["announcement_withdrawn", "announcement_made"]);
    expect(acts[1]?.details?.after).toEqual({ ...TEXT, from: "2026-11-20T10:00" });
    expect(acts.map(({ details }) => details?.reason)).toEqual([gone.reason, EVENING.reason]);
    await expect(takeAnnouncementBack(operator, gone)).rejects.toMatchObject({
      code: "not_found",
    });
  });

  dataTest("stands alone, also of two that are made at once", async ({ db }) => {
    const operator = await makeOperatorContext(makeContext(db));
    const late = { ...EVENING, from: "2026-11-20T22:30", until: "2026-11-20T23:30" };
    const made = await Promise.allSettled([announce(operator, EVENING), announce(operator, late)]);
    expect(made.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await expect(announce(operator, EVENING)).rejects.toMatchObject({ code: "conflict" });
    const after = { ...EVENING, from: "2026-11-20T23:30", until: "2026-11-20T23:59" };
    await announce(operator, after);
    expect(await listAnnouncements(operator)).toHaveLength(2);
  });

  dataTest("needs a text and hours that can be", async ({ db }) => {
    const operator = await makeOperatorContext(makeContext(db));
    const faultOf = (change: object) =>
      announce(operator, { ...EVENING, ...change }).then(
        () => null,
        ({ fields }) => fields,
      );
    expect(await faultOf({ text: " " })).toEqual({ text: ["Écrivez l'annonce."] });
    expect(await faultOf({ text: "x".repeat(161) })).toEqual({ text: ["160 caractères au plus."] });
    expect(await faultOf({ kind: "fête" })).toEqual({ kind: ["Choisissez ce que c'est."] });
    expect(await faultOf({ until: "2026-02-30T10:00" })).toEqual({
      until: ["Donnez une date et une heure."],
    });
    expect(await faultOf({ from: "", until: "2026-11-20T09:59" })).toEqual({
      until: ["Cette heure est passée."],
    });
    expect(await faultOf({ from: "2026-11-20T23:00" })).toEqual({
      until: ["La fin doit suivre le début."],
    });
    expect(await faultOf({ until: "2026-12-31T23:00" })).toEqual({ until: ["31 jours au plus."] });
    expect(await faultOf({ from: "demain" })).toMatchObject({ from: [expect.any(String)] });
    const assistance = await makeOperatorContext(makeContext(db), ["assistance"]);
    await expect(announce(assistance, EVENING)).rejects.toMatchObject({ code: "forbidden" });
    expect(await listAnnouncements(assistance)).toEqual([]);
  });
});
