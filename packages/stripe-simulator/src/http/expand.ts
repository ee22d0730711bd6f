import { resolve, type Schema } from "../protocol/schemas.ts";
import { invalidRequest } from "../protocol/stripe-error.ts";
import { schemaOf } from "../state/objects.ts";
import type { Simulator } from "../state/simulator.ts";
import { includables } from "./includables.ts";

type Json = Record<string, unknown>;
const deepest = 4;

/** The schema that describes this very value, out of a union. */
function schemaFor(schema: Schema, value: Json): Schema {
  if (typeof value.object === "string" && value.object !== "list") return schemaOf(value.object);
  const own = resolve(schema);
  return own.anyOf ? (own.anyOf.map(resolve).find((branch) => branch.properties) ?? own) : own;
}

function walk(
  sim: Simulator,
  schema: Schema,
  value: unknown,
  path: string[],
  full: string,
): unknown {
  const [name, ...rest] = path;
  if (name === undefined || value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) {
    const items = resolve(schema).items as Schema;
    return value.map((item) => walk(sim, items, item, path, full));
  }
  const holder = value as Json & { id?: string };
  const property = schemaFor(schema, holder).properties?.[name];
  const refuse = () =>
    invalidRequest(`This property cannot be expanded (${full}).`, { param: "expand" });
  if (!property) throw refuse();

  let held: unknown = holder[name];
  const include = includables[`${String(holder.object)}.${name}`];
  if (include && held === undefined) {
    held = include(sim, String(holder.id));
  } else if (property["x-expandable"] && !property.anyOf) {
    throw refuse();
  } else if (property["x-expandable"] && typeof held === "string") {
    held = sim.objects.locate(held)?.body ?? held;
  } else if (rest.length === 0 && !property["x-expandable"] && !include) {
    throw refuse();
  }
  return { ...holder, [name]: walk(sim, property, held, rest, full) };
}

/**
 * Replaces ids by their objects and adds the lists that Stripe leaves out by default, as `expand[]`
 * asks (https://docs.stripe.com/api/expanding_objects). The schema says what can be expanded.
 */
export function expandAnswer(
  sim: Simulator,
  schema: Schema,
  answer: object,
  paths: string[],
): object {
  return paths.reduce<object>((value, path) => {
    const parts = path.split(".");
    if (parts.filter((part) => part !== "data").length > deepest) {
      throw invalidRequest(
        `You cannot expand more than ${deepest} levels of a property. Property: ${path}`,
        { param: "expand" },
      );
    }
    return walk(sim, schema, value, parts, path) as object;
  }, answer);
}
