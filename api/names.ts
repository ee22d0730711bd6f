import type { z } from "@hono/zod-openapi";

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Rest}`
  ? `${Head}${Capitalize<CamelCase<Rest>>}`
  : Name;

type InCamelCase<Fields> = {
  [Name in keyof Fields as Name extends string ? CamelCase<Name> : never]: Fields[Name];
};

/** What becomes `Field`: an instant is a text, a list of ours cannot be changed. */
type Encodable<Field> = Field extends readonly (infer Item)[]
  ? readonly Item[]
  : string extends Field
    ? Field | Date
    : Field;

type AllEncodable<Fields> = { [Name in keyof Fields]: Encodable<Fields[Name]> };

const camelCase = (name: string) =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Renames a body's fields: `discounted_price` → `discountedPrice`. */
export function inCamelCase<Fields extends object>(body: Fields) {
  const fields = Object.entries(body).map(([name, value]) => [camelCase(name), value]);
  return Object.fromEntries(fields) as InCamelCase<Fields>;
}

/** Of each schema once: answers hold many items. */
const fieldsOf = new WeakMap<z.ZodRawShape, [name: string, ours: string][]>();

const encoded = (value: unknown) => (value instanceof Date ? value.toISOString() : value);

/** The fields that a schema names, from `own` or else from `view` in camelCase; instants in ISO 8601. */
export function encodeAs<
  Shape extends z.ZodRawShape,
  Own extends Partial<AllEncodable<z.output<z.ZodObject<Shape>>>> = object,
>(
  { shape }: { shape: Shape },
  view: InCamelCase<AllEncodable<Omit<z.output<z.ZodObject<Shape>>, keyof Own>>>,
  own?: Own,
) {
  const values = { ...own } as Record<string, unknown>;
  const names = fieldsOf.get(shape) ?? Object.keys(shape).map((name) => [name, camelCase(name)]);
  fieldsOf.set(shape, names);
  const body: Record<string, unknown> = {};
  for (const [name, ours] of names) {
    body[name] = encoded(name in values ? values[name] : view[ours as keyof typeof view]);
  }
  return body as z.output<z.ZodObject<Shape>>;
}
