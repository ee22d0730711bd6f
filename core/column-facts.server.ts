import {
  type BuildColumns,
  type BuildExtraConfigColumns,
  getTableColumns,
  type Table,
} from "drizzle-orm";
import { CasingCache } from "drizzle-orm/casing";
import {
  type PgColumnBuilderBase,
  type PgTableExtraConfigValue,
  type PgTableWithColumns,
  pgTable,
} from "drizzle-orm/pg-core";

/* Place in a person's copy (rule: data-copy) and after deletion (rule: account-deletion). */

/** Splits the copy where client and professional read different parts of a row. */
export type Side = "client" | "professional";

type ColumnFacts = ({ copy: Side | "both"; isKept: boolean } | { copy: null; why: string }) & {
  isPublished?: boolean;
};

interface TableFacts {
  kept: string | undefined;
  columns: Record<string, ColumnFacts>;
}

const FACTS = Symbol("facts");
const personalTables = new WeakMap<Table, TableFacts>();
const plainTables = new WeakMap<Table, string>();
const casing = new CasingCache("snake_case");

type Marked<Builder = PgColumnBuilderBase> = Builder & { [FACTS]: ColumnFacts };

const mark = <Builder extends PgColumnBuilderBase>(
  builder: Builder,
  facts: ColumnFacts,
): Marked<Builder> => Object.assign(builder, { [FACTS]: facts });

/** Goes into the copy and is emptied with the account. */
export const copied = <Builder extends PgColumnBuilderBase>(builder: Builder, side?: Side) =>
  mark(builder, { copy: side ?? "both", isKept: false });

/** Goes into the copy and outlives the account. */
export const kept = <Builder extends PgColumnBuilderBase>(builder: Builder, side?: Side) =>
  mark(builder, { copy: side ?? "both", isKept: true });

/** Stays out of the copy, for the reason `why`. */
export const withheld = <Builder extends PgColumnBuilderBase>(why: string, builder: Builder) =>
  mark(builder, { copy: null, why });

type Moderated = { [FACTS]: { isPublished: boolean } };

const moderate = <Builder extends Marked>(builder: Builder, isPublished: boolean) => {
  Object.assign(builder[FACTS], { isPublished });
  return builder as Builder & Moderated;
};

/** Read by everybody, and so by the filter (rule: content-filter). */
export const published = <Builder extends Marked>(builder: Builder) => moderate(builder, true);

/** Of a fixed list or shape, a place, or shown to buyers alone. */
export const unfiltered = <Builder extends Marked>(builder: Builder) => moderate(builder, false);

type Extra<Name extends string, Columns extends Record<string, PgColumnBuilderBase>> = (
  self: BuildExtraConfigColumns<Name, Columns, "pg">,
) => PgTableExtraConfigValue[];

type Built<
  Name extends string,
  Columns extends Record<string, PgColumnBuilderBase>,
> = PgTableWithColumns<{
  name: Name;
  schema: undefined;
  columns: BuildColumns<Name, Columns, "pg">;
  dialect: "pg";
}>;

/** A table about people, each column marked; its rows go with the account. */
export function personalTable<Name extends string, Columns extends Record<string, Marked>>(
  name: Name,
  columns: Columns,
  extra?: Extra<Name, Columns>,
): Built<Name, Columns> {
  return keptTable<Name, Columns>(name, undefined, columns, extra);
}

/** A personal table of which some rows outlive the account, for the reason `kept`. */
export function keptTable<Name extends string, Columns extends Record<string, Marked>>(
  name: Name,
  kept: string | undefined,
  columns: Columns,
  extra?: Extra<Name, Columns>,
): Built<Name, Columns> {
  const table = pgTable(name, columns, extra);
  const facts = Object.entries(columns).map(([key, column]) => [key, column[FACTS]]);
  personalTables.set(table, { kept, columns: Object.fromEntries(facts) });
  return table;
}

/** A column of texts that its type does not limit to a list. */
type IsFreeText<Builder extends PgColumnBuilderBase> = Builder["_"] extends {
  columnType: "PgText" | "PgArray";
  data: infer Data;
}
  ? string extends (Data extends unknown[] ? Data[number] : Data)
    ? true
    : false
  : false;

/** A kept table that everybody reads: each free text is `published` or `unfiltered`. */
export function publicTable<Name extends string, Columns extends Record<string, Marked>>(
  name: Name,
  kept: string,
  columns: Columns & {
    [Key in keyof Columns]: IsFreeText<Columns[Key]> extends true ? Moderated : unknown;
  },
  extra?: Extra<Name, Columns>,
): Built<Name, Columns> {
  return keptTable<Name, Columns>(name, kept, columns, extra);
}

/** A table about nobody in particular, for the reason `why`, so that no column is marked. */
export function plainTable<
  Name extends string,
  Columns extends Record<string, PgColumnBuilderBase>,
>(name: Name, why: string, columns: Columns, extra?: Extra<Name, Columns>): Built<Name, Columns> {
  const table = pgTable(name, columns, extra);
  plainTables.set(table, why);
  return table;
}

export const factsOf = (table: Table): TableFacts | undefined => personalTables.get(table);
export const whyPlain = (table: Table): string | undefined => plainTables.get(table);

export function publishedTexts<Of extends Table>(table: Of, row: Of["$inferSelect"]): string[] {
  return publishedKeys(table).flatMap((key) => {
    const value: unknown = row[key];
    const text = Array.isArray(value) ? value.join(", ") : value;
    return text ? [String(text)] : [];
  });
}

export function publishedKeys(table: Table): string[] {
  return Object.entries(factsOf(table)?.columns ?? {}).flatMap(([key, { isPublished }]) =>
    isPublished ? [key] : [],
  );
}

/** Named as in the database. */
export function copiedColumns(table: Table, side?: Side): string[] {
  const facts = factsOf(table)?.columns ?? {};
  return Object.entries(getTableColumns(table)).flatMap(([key, column]) => {
    const copy = facts[key]?.copy;
    return copy === "both" || (copy && copy === side) ? [casing.getColumnCasing(column)] : [];
  });
}

export const INTERNAL = "how we went about it, not about the person";
export const SECRET = "whoever has it can act as the person";
export const PROVIDER_HANDLE =
  "the provider's handle of one checkout, with nothing about the person";
export const SOMEBODY_ELSE = "names the booking of somebody else";

export const NAMELESS_ACCOUNT = "an account of nobody, which bookings and payments still refer to";
export const KEPT_BY_LAW =
  "accounts, kept by law for ten years, without the person's name or address";
export const BUSINESS_RECORD =
  "the law asks for it: invoices and the yearly report (rule: account-deletion)";
export const BOOKED_BY_OTHERS =
  "what others booked, and may ask about: what, when, where and for how much";
