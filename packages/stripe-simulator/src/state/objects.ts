import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import type Stripe from "stripe";
import { document, resolve, type Schema } from "../protocol/schemas.ts";
import { noAccess, noSuch } from "../protocol/stripe-error.ts";

/** Fields that Stripe can expand are stored as ids; `expand[]` replaces them in an answer. */
type Collapsed<V> = string extends V ? Exclude<V, { object: string }> : V;
export type Stored<T> = { [K in keyof T]: Collapsed<T[K]> };

/** The members that a new object needs: those that may be null can be left out, however deep. */
export type Draft<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends Stripe.Decimal
    ? string
    : T extends (infer U)[]
      ? Draft<U>[]
      : { [K in keyof T]?: Draft<T[K]> | undefined };

/** Each kind of object that the simulator keeps, by its `object` member (its schema's name). */
export interface Kinds {
  account: Stored<Stripe.Account>;
  application_fee: Stored<Stripe.ApplicationFee>;
  balance_transaction: Stored<Stripe.BalanceTransaction>;
  "billing_portal.configuration": Stored<Stripe.BillingPortal.Configuration>;
  "billing_portal.session": Stored<Stripe.BillingPortal.Session>;
  charge: Stored<Stripe.Charge>;
  "checkout.session": Stored<Stripe.Checkout.Session>;
  coupon: Stored<Stripe.Coupon>;
  customer: Stored<Stripe.Customer>;
  discount: Stored<Stripe.Discount>;
  dispute: Stored<Stripe.Dispute>;
  event: Omit<Stored<Stripe.Event>, "type" | "data"> & {
    type: string;
    data: { object: object; previous_attributes?: object };
  };
  file: Stored<Stripe.File>;
  fee_refund: Stored<Stripe.FeeRefund>;
  invoice: Stored<Stripe.Invoice>;
  invoice_payment: Stored<Stripe.InvoicePayment>;
  item: Stored<Stripe.LineItem>;
  payment_intent: Stored<Stripe.PaymentIntent>;
  payment_method: Stored<Stripe.PaymentMethod>;
  payout: Stored<Stripe.Payout>;
  price: Stored<Stripe.Price>;
  product: Stored<Stripe.Product>;
  promotion_code: Stored<Stripe.PromotionCode>;
  refund: Stored<Stripe.Refund>;
  subscription: Stored<Stripe.Subscription>;
  subscription_item: Stored<Stripe.SubscriptionItem>;
  tax_rate: Stored<Stripe.TaxRate>;
  transfer: Stored<Stripe.Transfer>;
  transfer_reversal: Stored<Stripe.TransferReversal>;
  webhook_endpoint: Stored<Stripe.WebhookEndpoint>;
}
export type Kind = keyof Kinds;

/** Kinds whose name in Stripe's "No such …" messages differs from their schema's. */
const spokenNames: Partial<Record<Kind, string>> = {
  "billing_portal.configuration": "configuration",
  tax_rate: "tax rate",
  webhook_endpoint: "webhook endpoint",
};

/** The account column of the platform's own objects; connected accounts use their id. */
export const platform = "";

function fillNulls(schema: Schema, value: unknown): unknown {
  const own = resolve(schema);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    return own.items ? value.map((item) => fillNulls(own.items as Schema, item)) : value;
  }
  const objectSchema = own.properties
    ? own
    : own.anyOf?.map(resolve).find((candidate) => candidate.properties);
  if (!objectSchema?.properties) return value;
  const filled: Record<string, unknown> = { ...value };
  for (const [name, property] of Object.entries(objectSchema.properties)) {
    if (filled[name] !== undefined) filled[name] = fillNulls(property, filled[name]);
    else if (property.nullable && objectSchema.required?.includes(name)) filled[name] = null;
    else delete filled[name];
  }
  return filled;
}

/** Completes an object with null wherever its schema requires a member that may be null. */
export function complete<K extends Kind>(kind: K, draft: Draft<Kinds[K]> | Kinds[K]): Kinds[K] {
  return fillNulls({ $ref: `#/components/schemas/${kind}` }, draft) as Kinds[K];
}

export function schemaOf(kind: string): Schema {
  const schema = document.components.schemas[kind];
  if (!schema) throw new Error(`The subset has no schema ${kind}`);
  return schema;
}

/** A condition on the stored JSON: `$.path` equals the value. */
export type Filter = Record<string, string | number | boolean | null>;

export class Objects {
  readonly #db: DatabaseSync;
  /** Prepared once: a payment reads and writes some forty rows. */
  readonly #statements: Record<
    "insert" | "find" | "locate" | "save" | "hidden" | "hide",
    StatementSync
  >;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#statements = {
      insert: db.prepare(
        "INSERT INTO objects (id, kind, account, body, hidden) VALUES (?, ?, ?, ?, ?)",
      ),
      find: db.prepare("SELECT body FROM objects WHERE id = ? AND kind = ? AND account = ?"),
      locate: db.prepare("SELECT kind, account, body FROM objects WHERE id = ?"),
      save: db.prepare("UPDATE objects SET body = ? WHERE id = ? AND kind = ?"),
      hidden: db.prepare("SELECT hidden FROM objects WHERE id = ?"),
      hide: db.prepare("UPDATE objects SET hidden = ? WHERE id = ?"),
    };
  }

  insert<K extends Kind>(
    kind: K,
    draft: (Draft<Kinds[K]> | Kinds[K]) & { id: string },
    more: { account?: string; hidden?: object } = {},
  ): Kinds[K] {
    const object = complete(kind, draft);
    this.#statements.insert.run(
      draft.id,
      kind,
      more.account ?? platform,
      JSON.stringify(object),
      JSON.stringify(more.hidden ?? {}),
    );
    return object;
  }

  /** The object as stored, or undefined when this account has none of that kind and id. */
  find<K extends Kind>(kind: K, id: string, account: string = platform): Kinds[K] | undefined {
    const row = this.#statements.find.get(id, kind, account);
    return row ? (JSON.parse(String(row.body)) as Kinds[K]) : undefined;
  }

  /** The object; Stripe's `resource_missing` error when there is none. */
  get<K extends Kind>(
    kind: K,
    id: string,
    account: string = platform,
    error: { param?: string; status?: 400 | 404 } = {},
  ): Kinds[K] {
    const object = this.find(kind, id, account);
    if (object) return object;
    if (kind === "account" && this.locate(id)) throw noAccess(id, "sk_test_");
    throw noSuch(spokenNames[kind] ?? kind, id, error.param ?? "id", error.status ?? 404);
  }

  /** Any object by its id alone, with its kind and account; for expansions and switches. */
  locate(id: string): { kind: Kind; account: string; body: object } | undefined {
    const row = this.#statements.locate.get(id);
    if (!row) return undefined;
    return {
      kind: row.kind as Kind,
      account: String(row.account),
      body: JSON.parse(String(row.body)),
    };
  }

  save<K extends Kind>(kind: K, object: Kinds[K] & { id: string }): void {
    this.#statements.save.run(JSON.stringify(object), object.id, kind);
  }

  /** Leaves Stripe's `{ id, object, deleted: true }` in the place of an object. */
  bury(id: string, kind: Kind): { id: string; object: string; deleted: true } {
    const grave = { id, object: kind, deleted: true } as const;
    this.#db
      .prepare("UPDATE objects SET kind = ?, body = ? WHERE id = ?")
      .run(`deleted_${kind}`, JSON.stringify(grave), id);
    return grave;
  }

  delete(id: string): void {
    this.#db.prepare("DELETE FROM objects WHERE id = ?").run(id);
  }

  hidden<H extends object>(id: string): H {
    const row = this.#statements.hidden.get(id);
    return JSON.parse(String(row?.hidden ?? "{}")) as H;
  }

  hide(id: string, hidden: object): void {
    this.#statements.hide.run(JSON.stringify(hidden), id);
  }

  /** Every object of a kind that matches, oldest first. */
  all<K extends Kind>(kind: K, filter: Filter = {}, account: string = platform): Kinds[K][] {
    const { sql, values } = conditions(filter);
    return this.#db
      .prepare(`SELECT body FROM objects WHERE kind = ? AND account = ?${sql} ORDER BY seq`)
      .all(kind, account, ...values)
      .map((row) => JSON.parse(String(row.body)) as Kinds[K]);
  }

  /** One page, newest first (oldest first when `before` is given), with the cursor's sequence. */
  page<K extends Kind>(
    kind: K,
    account: string,
    where: { sql: string; values: SQLInputValue[] },
    cursor: { after?: string; before?: string },
    limit: number,
  ): Kinds[K][] {
    const anchor = cursor.after ?? cursor.before;
    const bound = anchor
      ? ` AND seq ${cursor.after ? "<" : ">"} (SELECT seq FROM objects WHERE id = ?)`
      : "";
    return this.#db
      .prepare(
        `SELECT body FROM objects WHERE kind = ? AND account = ?${where.sql}${bound}
         ORDER BY seq ${cursor.before ? "ASC" : "DESC"} LIMIT ?`,
      )
      .all(kind, account, ...where.values, ...(anchor ? [anchor] : []), limit)
      .map((row) => JSON.parse(String(row.body)) as Kinds[K]);
  }
}

/** SQL for a filter on JSON members, beginning with AND. */
export function conditions(filter: Filter): { sql: string; values: SQLInputValue[] } {
  const values: SQLInputValue[] = [];
  let sql = "";
  for (const [path, value] of Object.entries(filter)) {
    if (!/^[a-z_.]+$/.test(path)) throw new Error(`Not a member: ${path}`);
    if (value === null) {
      sql += ` AND json_extract(body, '$.${path}') IS NULL`;
    } else {
      sql += ` AND json_extract(body, '$.${path}') = ?`;
      values.push(typeof value === "boolean" ? Number(value) : value);
    }
  }
  return { sql, values };
}
