import type { AlertConditions } from "#core/alerts/schema.ts";
import { listFilterCategories } from "#core/catalogue/activity-types/manage-types.server.ts";
import type { Context } from "#core/context.server.ts";
import { addDays, dayKey } from "#core/dates.ts";
import { searchQuery } from "#core/search/schema.ts";
import { readQuery } from "#core/search/typing/read-query.server.ts";
import { asOwnFormError, withKept } from "../../failures/errors.server.ts";
import { readFields } from "../../forms/read-form.ts";
import type { TypedAlert } from "./alert-form.tsx";
import { aroundTown } from "./alert-words.server.ts";

const FIELDS = [
  ...["q", "category", "price", "price_max", "place", "radius", "date", "from", "to", "days"],
  ...["duration_max", "seats", "mode", "format"],
];

export async function filterNames(ctx: Context): Promise<string[]> {
  return (await listFilterCategories(ctx)).map(({ name }) => name);
}

export async function readAlertForm(
  request: Request,
): Promise<{ typed: TypedAlert; email: string; invite: string }> {
  const form = await readFields(request);
  const text = (name: string) =>
    form
      .getAll(name)
      .filter((value) => typeof value === "string")
      .join(",");
  const sent = FIELDS.filter((name) => typeof form.get(name) === "string");
  const typed = Object.fromEntries(sent.map((name) => [name, text(name)]));
  return { typed, email: text("email"), invite: text("invite") };
}

export function typedOf(conditions: Partial<AlertConditions>): TypedAlert {
  const said = Object.entries(conditions).filter(
    ([name, value]) => FIELDS.includes(name) && value !== undefined,
  );
  const written = (value: unknown) =>
    typeof value === "number" && !Number.isInteger(value) ? value.toFixed(2) : String(value);
  return Object.fromEntries(said.map(([name, value]) => [name, written(value)]));
}

export function typedFrom(address: URLSearchParams, now: Date): TypedAlert {
  const { query } = readQuery(searchQuery.parse(Object.fromEntries(address)), now);
  const { location, place, date, ...others } = aroundTown(query);
  const today = dayKey(now);
  const days: Record<string, string> = { today, tomorrow: addDays(today, 1) };
  const settled = date && { date: days[date] ?? date };
  return typedOf({ ...others, ...settled, place: place ?? (location || undefined) });
}

export function refuseAlert(error: unknown, request: Request, typed: TypedAlert) {
  return withKept(asOwnFormError(error, request), { typed });
}
