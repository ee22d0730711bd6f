import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { cents } from "#core/money.ts";
import { viewUndated } from "#core/prices/rules.ts";
import { AnsweredForm } from "../../forms/answered-form.tsx";
import {
  bySlotField,
  readValues,
  type SlotValues,
  slotsOf,
  withSlotsOf,
} from "./offering-values.ts";
import { SlotsField } from "./slots-field.tsx";

const row = (values: Partial<SlotValues>): SlotValues => ({
  id: "",
  start: "2026-12-01T18:30",
  spots: "3",
  shown: "3",
  live: 0,
  removed: false,
  ...values,
});
const withSlots = (...slots: SlotValues[]) => ({ texts: {}, slots });

test("seats that nobody touched are not asked for, so that the capacity may change them", () => {
  const values = withSlots(row({ id: "a" }), row({ id: "b", spots: "2" }), row({ shown: "" }));
  expect(slotsOf(values).slots?.map(({ availableSpots }) => availableSpots)).toEqual([
    ...[undefined, "2", "3"],
  ]);
});

test("a slot that lacks its hour is sent, to be refused, and neither dropped nor taken out", () => {
  const kept = row({ id: "a", start: "" });
  const empty = row({ start: "", spots: "", shown: "" });
  const typed = row({ start: "", shown: "" });
  const values = withSlots(kept, empty, typed, row({ id: "b", start: "", removed: true }));
  expect(slotsOf(values).slots?.map(({ start }) => start)).toEqual(["", ""]);
  const fields = { "slots.0.start": ["Non"], "slots.1.start": ["Non"] };
  expect(bySlotField(fields, values)).toEqual({ "slot1-start": ["Non"], "slot3-start": ["Non"] });
});

test("a count of bookings that is no number is none", () => {
  const form = new FormData();
  form.append("slot", "slot1");
  form.append("slot1-live", "</script>");
  expect(readValues(form).slots).toMatchObject([{ live: 0 }]);
});

test("what is said of a slot is said at its row, past those that were not sent", () => {
  const empty = row({ start: "", spots: "", shown: "" });
  const values = withSlots(row({ id: "a", removed: true }), empty, row({}));
  const fields = { slots: ["Non"], "slots.0.start": ["Non"] };
  expect(bySlotField(fields, values)).toEqual({ "slot3-start": ["Non"] });
  expect(bySlotField({ slots: ["Non"] }, values)).toEqual({ slots: ["Non"] });
});

test("a refused new slot comes back once, its field invalid with its message", () => {
  const slots = [row({ id: "a" }), row({ shown: "" })];
  const answer = { error: { "slot2-start": ["Ce créneau existe déjà."] } };
  const html = renderToStaticMarkup(
    <AnsweredForm
      id="a"
      as={(props) => <form {...(props as object)} />}
      typed={null}
      answer={answer}
    >
      <SlotsField kind="session" slots={slots} />
    </AnsweredForm>,
  );
  expect(html.split("Nouveau créneau")).toHaveLength(2);
  expect(html).toMatch(/<input[^>]*aria-invalid="true"[^>]*name="slot2-start"/);
  expect(html).toContain("Ce créneau existe déjà.");
});

test("beside slots that changed meanwhile, rows of those that are gone go and new ones come", () => {
  const start = new Date("2026-12-01T17:30:00Z");
  const slot = (id: string) => ({
    id,
    start,
    end: start,
    availableSpots: 2,
    isResale: false,
    heldUntil: null,
    price: viewUndated({ priceCents: cents(4_000), discountedPriceCents: null }),
    steps: [],
    closed: null,
    live: 0,
  });
  const values = withSlots(row({ id: "a", spots: "1" }), row({ id: "b" }), row({ shown: "" }));
  expect(withSlotsOf(values, [slot("a"), slot("c")]).slots).toMatchObject([
    ...[{ id: "a", spots: "1" }, { id: "c", spots: "2", shown: "2" }, { id: "" }],
  ]);
});

test("rows are read in the order of their numbers", () => {
  const form = new FormData();
  for (const number of [1, 10, 2]) {
    form.append("slot", `slot${number}`);
    form.append(`slot${number}-start`, `start ${number}`);
  }
  expect(readValues(form).slots.map(({ start }) => start)).toEqual([
    ...["start 1", "start 2", "start 10"],
  ]);
});
