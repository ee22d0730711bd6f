import type { SQLInputValue } from "node:sqlite";
import { invalidRequest, noSuch } from "../protocol/stripe-error.ts";
import { conditions, type Filter, type Kind, type Kinds } from "./objects.ts";
import type { ApiRequest, Simulator } from "./simulator.ts";

/** `created` may be a second or a range of them. */
type Range = { gt?: number; gte?: number; lt?: number; lte?: number };

export interface ListParams {
  limit?: number;
  starting_after?: string;
  ending_before?: string;
  created?: number | Range;
}

export interface List<T> {
  object: "list";
  data: T[];
  has_more: boolean;
  url: string;
}

const comparisons = { gt: ">", gte: ">=", lt: "<", lte: "<=" } as const;

function createdCondition(created: number | Range | undefined) {
  const range = typeof created === "number" ? { gte: created, lte: created } : (created ?? {});
  const values: SQLInputValue[] = [];
  let sql = "";
  for (const [name, bound] of Object.entries(range)) {
    sql += ` AND json_extract(body, '$.created') ${comparisons[name as keyof Range]} ?`;
    values.push(bound);
  }
  return { sql, values };
}

/**
 * One page of a kind, newest first, with Stripe's cursors: `limit` 1 to 100 (10 by default),
 * `starting_after` and `ending_before` (https://docs.stripe.com/api/pagination).
 */
export function listObjects<K extends Kind>(
  sim: Simulator,
  request: ApiRequest<ListParams>,
  kind: K,
  filter: Filter = {},
  extra: { sql: string; values: SQLInputValue[] } = { sql: "", values: [] },
): List<Kinds[K]> {
  const { limit = 10, starting_after: after, ending_before: before, created } = request.params;
  if (limit < 1 || limit > 100) {
    throw invalidRequest(
      limit < 1
        ? "This value must be greater than or equal to 1."
        : "This value must be less than or equal to 100.",
      { code: "parameter_invalid_integer", param: "limit" },
    );
  }
  if (after !== undefined && before !== undefined) {
    throw invalidRequest(
      "You may only specify one of these parameters: starting_after, ending_before.",
      { code: "parameters_exclusive", param: "ending_before" },
    );
  }
  for (const [param, id] of Object.entries({ starting_after: after, ending_before: before })) {
    if (id !== undefined && !sim.objects.find(kind, id, request.account)) {
      throw noSuch(kind, id, param, 400);
    }
  }
  const own = conditions(filter);
  const time = createdCondition(created);
  const rows = sim.objects.page(
    kind,
    request.account,
    {
      sql: own.sql + time.sql + extra.sql,
      values: [...own.values, ...time.values, ...extra.values],
    },
    { ...(after !== undefined && { after }), ...(before !== undefined && { before }) },
    limit + 1,
  );
  const data = rows.slice(0, limit);
  if (before !== undefined) data.reverse();
  return { object: "list", data, has_more: rows.length > limit, url: request.path };
}

/** The filter made of the parameters that were given, each on the JSON member of the same name. */
export function given(params: object, ...names: string[]): Filter {
  const all = params as Record<string, Filter[string] | undefined>;
  return Object.fromEntries(
    names.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])),
  );
}
