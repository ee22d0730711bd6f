import { describe, expect, test } from "vitest";
import { NOW } from "#test/make/context.ts";
import { MINUTE } from "../durations.ts";
import { cents } from "../money.ts";
import { type FreeSlot, nextMove, offerEnd, offeredPrice, type Waiting } from "./rules.ts";

const at = (minutes: number, from = NOW) => new Date(from.getTime() + minutes * MINUTE);
const paris = (clock: string) => new Date(`2026-11-20T${clock}:00+01:00`);

describe("an offer (rule: waiting-list)", () => {
  test.each([
    ["a slot of tomorrow", 24 * 60, 30, 30],
    ["one that begins in more than three hours", 181, 30, 30],
    ["one in three hours", 180, 30, 10],
    ["one in an hour and a half", 90, 30, 10],
    ["one that is nearer", 89, 30, null],
    ["one that can be booked until just then", 24 * 60, 24 * 60 - 30, 30],
    ["one that closes before", 24 * 60, 24 * 60 - 29, null],
  ])("for %s", (_, ahead, notice, minutes) => {
    const start = at(ahead);
    const closesAt = at(ahead - notice);
    expect(offerEnd({ start, closesAt }, NOW)).toEqual(minutes && at(minutes));
  });

  test.each([
    ["07:59", false],
    ["08:00", true],
    ["20:59", true],
    ["21:00", false],
    ["00:30", false],
  ])("is made at %s: %s", (clock, isMade) => {
    const start = new Date("2026-11-23T10:00:00Z");
    expect(offerEnd({ start, closesAt: start }, paris(clock)) !== null).toBe(isMade);
  });

  test("costs the lower of its price and that of the moment", () => {
    expect(offeredPrice({ priceCents: cents(4_000) }, cents(3_000))).toBe(3_000);
    expect(offeredPrice({ priceCents: cents(3_000) }, cents(4_000))).toBe(3_000);
  });
});

describe("the next move (rule: waiting-list)", () => {
  const slot: FreeSlot = {
    ...{ start: at(24 * 60), closesAt: at(23 * 60), free: 1, since: NOW, isOpen: true },
  };
  const entry = (id: string, more: Partial<Waiting> = {}): Waiting => ({
    ...{ id, seats: 1, hadTurnAt: null, missedAt: null, offer: null, ...more },
  });
  const before = at(-5);
  const offer = { at: before, until: at(25), priceCents: cents(4_000) };
  const missed = (id: string) => entry(id, { hadTurnAt: NOW, missedAt: NOW });

  test.each<[string, Waiting[], Partial<FreeSlot>, string | null]>([
    ["nobody waits", [], {}, null],
    ["the first in line is offered the seat", [entry("a"), entry("b")], {}, "offer a"],
    ["who does not fit keeps their rank", [entry("a", { seats: 2 }), entry("b")], {}, "offer b"],
    ["nobody fits", [entry("a", { seats: 2 })], {}, null],
    ["two seats fit two", [entry("a", { seats: 2 })], { free: 2 }, "offer a"],
    ["one with an offer has no second", [entry("a", { offer }), entry("b")], {}, "offer b"],
    ["one who let it pass", [entry("a", { hadTurnAt: NOW }), entry("b")], {}, "offer b"],
    ["another seat is another turn", [entry("a", { hadTurnAt: before })], {}, "offer a"],
    ["all let it pass", [entry("a", { hadTurnAt: NOW })], {}, null],
    ["two did not answer", [entry("c"), missed("a"), missed("b")], {}, "offer c"],
    [
      "three did not answer",
      [
        entry("d"),
        entry("e", { seats: 2 }),
        entry("f", { hadTurnAt: NOW }),
        ...["a", "b", "c"].map(missed),
      ],
      {},
      "tell d a b c",
    ],
    ["it begins soon", [entry("a"), entry("b")], { start: at(80) }, "tell a b"],
    ["nobody can book", [entry("a"), entry("b", { seats: 2 })], { isOpen: false }, "wait a"],
    ["nobody knows since when", [entry("a", { hadTurnAt: before })], { since: null }, null],
  ])("%s", (_, line, changes, expected) => {
    const next = nextMove(line, { ...slot, ...changes }, NOW);
    const ids = (some: Waiting[]) => some.map(({ id }) => id).join(" ");
    const said =
      next?.move === "offer"
        ? `offer ${next.entry.id}`
        : next && `${next.move} ${ids(next.move === "tell" ? next.entries : next.past)}`;
    expect(said ?? null).toBe(expected);
  });

  test("that tells people ends the turn of all who fit", () => {
    const line = [entry("a"), entry("b", { hadTurnAt: NOW }), entry("c", { seats: 2 })];
    const next = nextMove(line, { ...slot, start: at(60) }, NOW);
    expect(next).toMatchObject({ move: "tell", past: [{ id: "a" }, { id: "b" }] });
  });
});
