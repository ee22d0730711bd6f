import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { HOUR, MINUTE } from "../../durations.ts";
import type { SlotInput } from "../fields/schema.ts";
import { changeSlots } from "../schedule/change-slots.server.ts";
import type { HeldSlot } from "../slots/write-slots.server.ts";

const now = new Date("2026-11-20T09:00:00Z");
const after = (milliseconds: number) => new Date(now.getTime() + milliseconds);

/** Slots of one session, at different hours, some booked. */
const heldSlots = fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 6 }).chain((hours) =>
  fc.tuple(
    ...hours.map((hour) =>
      fc
        .record({ capacity: fc.integer({ min: 1, max: 8 }), isActive: fc.boolean() })
        .chain(({ capacity, isActive }) =>
          fc.integer({ min: 0, max: isActive ? capacity : 0 }).chain((live) =>
            fc.record({
              id: fc.constant(`slot-${hour}`),
              start: fc.constant(after(hour * HOUR)),
              end: fc.constant(after(hour * HOUR + 60 * MINUTE)),
              ...{ capacity: fc.constant(capacity), isActive: fc.constant(isActive) },
              live: fc.constant(live),
              bookings: fc.integer({ min: live, max: live + 2 }),
              availableSpots: fc.integer({ min: 0, max: capacity - live }),
            }),
          ),
        ),
    ),
  ),
);

test("whatever is wished, no seat is sold twice and nobody who booked is moved (rule: slot-edits)", () => {
  const wish = fc.record({
    capacity: fc.integer({ min: 1, max: 8 }),
    duration: fc.constantFrom(30, 60, 90),
    hours: fc.option(fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 6 })),
    spots: fc.option(fc.integer({ min: 0, max: 8 })),
  });
  fc.assert(
    fc.property(heldSlots, wish, (held: HeldSlot[], { capacity, duration, hours, spots }) => {
      const slots = hours?.map((hour) => {
        const known = held.find(({ id }) => id === `slot-${hour}`);
        return {
          start: after(hour * HOUR),
          ...(known && hour % 2 === 0 && { id: known.id }),
          ...(spots !== null && { availableSpots: spots }),
        };
      });
      const changes = changeSlots(
        held,
        { slots, seen: undefined, capacity, duration, before: null, after: null },
        now,
      );
      if ("refused" in changes) return;
      const gone = [...changes.close, ...changes.delete];
      for (const slot of held) {
        const updated = changes.update.find(({ id }) => id === slot.id);
        if (slot.live > 0) {
          expect(gone).not.toContain(slot.id);
          if (updated) expect([updated.start, updated.end]).toEqual([slot.start, slot.end]);
        }
        if (slot.bookings > 0) expect(changes.delete).not.toContain(slot.id);
        const result = updated ?? slot;
        if (slot.isActive) {
          expect(result.availableSpots + slot.live).toBeLessThanOrEqual(result.capacity);
        }
      }
      const starts = [
        ...changes.insert,
        ...held.filter(({ id }) => !changes.delete.includes(id)),
      ].map(({ start }) => +start);
      expect(new Set(starts).size).toBe(starts.length);
      for (const { availableSpots } of changes.insert) {
        expect(availableSpots).toBeLessThanOrEqual(capacity);
      }
    }),
  );
});

const [tomorrow, anHourLater, later] = [after(24 * HOUR), after(25 * HOUR), after(30 * HOUR)];

describe("the free seats of an edition (rule: slot-edits)", () => {
  const start = tomorrow;
  const slot = (seats: Partial<HeldSlot> = {}): HeldSlot => ({
    ...{ id: "a", start, end: anHourLater, capacity: 8, availableSpots: 3, isActive: true },
    ...{ live: 0, bookings: 0, ...seats },
  });
  const change = (held: HeldSlot, capacity: number, slots?: SlotInput[]) =>
    changeSlots(
      [held],
      { slots, seen: undefined, capacity, duration: 60, before: null, after: null },
      now,
    );

  test("what is asked for is what there is", () => {
    expect(change(slot(), 10, [{ id: "a", start, availableSpots: 3 }])).toMatchObject({
      update: [{ capacity: 10, availableSpots: 3 }],
    });
    expect(change(slot(), 2, [{ id: "a", start, availableSpots: 3 }])).toMatchObject({
      refused: [
        {
          why: expect.stringContaining("plus de 2 places libres."),
          at: { slot: 0, field: "availableSpots" },
        },
      ],
    });
  });

  test("what was withdrawn does not come back on sale with the capacity", () => {
    expect(change(slot(), 2)).toMatchObject({ update: [{ capacity: 2, availableSpots: 2 }] });
    expect(change(slot({ capacity: 4 }), 8)).toMatchObject({
      update: [{ capacity: 8, availableSpots: 3 }],
    });
  });

  test("what a smaller capacity has swallowed is not withheld any more when it grows again", () => {
    const shrunk = { capacity: 4, availableSpots: 3, live: 1 };
    expect(change(slot({ live: 1 }), 4)).toMatchObject({
      update: [{ capacity: 4, availableSpots: 3 }],
    });
    expect(change(slot(shrunk), 8)).toMatchObject({ update: [{ capacity: 8, availableSpots: 7 }] });
    // With fewer bookings, it is.
    expect(change(slot({ live: 1 }), 5)).toMatchObject({ update: [{ availableSpots: 3 }] });
    expect(change(slot({ ...shrunk, capacity: 5 }), 8)).toMatchObject({
      update: [{ capacity: 8, availableSpots: 3 }],
    });
  });

  test("with none withdrawn they follow the capacity, down and up again", () => {
    const alone = { capacity: 1, availableSpots: 0 };
    expect(change(slot({ capacity: 6, availableSpots: 5, live: 1 }), 1)).toMatchObject({
      update: [alone],
    });
    expect(change(slot({ ...alone, live: 1 }), 6)).toMatchObject({
      update: [{ capacity: 6, availableSpots: 5 }],
    });
  });

  test("every slot at fault is told, not the first alone", () => {
    const slots = [
      { id: "a", start, availableSpots: 9 },
      { start: after(-HOUR), availableSpots: 1 },
      { start: later, availableSpots: 1 },
      { start: later, availableSpots: 1 },
    ];
    const told = change(slot(), 8, slots);
    const places = "refused" in told && told.refused.map(({ at }) => [at?.slot, at?.field]);
    expect(places).toEqual(
      expect.arrayContaining([
        [0, "availableSpots"],
        [1, "start"],
        [3, "start"],
      ]),
    );
  });

  test("one is singular, and the slot at fault is named", () => {
    const fresh = { start: later, availableSpots: 2 };
    expect(change(slot({ availableSpots: 1 }), 1, [{ id: "a", start }, fresh])).toMatchObject({
      refused: [
        {
          why: expect.stringContaining("ne peut avoir plus de 1 place libre."),
          at: { slot: 1, field: "availableSpots" },
        },
      ],
    });
  });

  test("what was called off meanwhile is not put back by an old form, but by asking anew", () => {
    const closed = slot({ isActive: false });
    expect(change(closed, 8, [{ id: "a", start }])).toMatchObject({
      refused: [{ why: "Un créneau n'existe plus. Rechargez la page." }],
    });
    expect(change(closed, 8, [{ start }])).toMatchObject({ update: [{ isActive: true }] });
  });

  test("two slots never begin at once", () => {
    expect(change(slot(), 8, [{ id: "a", start }, { start }])).toMatchObject({
      refused: [{ why: expect.stringContaining("existe déjà"), at: { slot: 1, field: "start" } }],
    });
  });
});
