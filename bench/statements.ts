import pg from "pg";

/** One statement as the product sent it, and what came back. */
export interface Sent {
  text: string;
  values: unknown[];
  rows: Record<string, unknown>[];
  /** Its connection had answered everything before; others share the round trip of one before. */
  startsRoundTrip: boolean;
}

/** The statements that the product sends while `work` runs, whichever connection it uses. */
export async function listen(work: () => Promise<unknown>): Promise<Sent[]> {
  const sent: Sent[] = [];
  const unanswered = new Map<pg.Client, number>();
  const { query } = pg.Client.prototype;
  // biome-ignore lint/suspicious/noExplicitAny: pg's overloads are passed through unchanged
  pg.Client.prototype.query = function (this: pg.Client, ...args: any[]): any {
    const [first, values] = args;
    const answer = (query as (...all: unknown[]) => unknown).apply(this, args);
    const entry: Sent = {
      text: first.text ?? first,
      values: values ?? first.values ?? [],
      rows: [],
      startsRoundTrip: !unanswered.get(this),
    };
    sent.push(entry);
    if (answer instanceof Promise) {
      const count = (change: number) => unanswered.set(this, (unanswered.get(this) ?? 0) + change);
      count(1);
      answer
        .then(
          (result) => entry.rows.push(...result.rows),
          () => {},
        )
        .finally(() => count(-1));
    }
    return answer;
  } as typeof query;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query;
  }
  return sent;
}

/** A value that changes each time is replaced by an SQL expression. */
export type Stands = Map<string, string>;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const SECRET = /^[A-Za-z0-9_-]{43}$/;

/**
 * The same statements as a script for pgbench. Values that `stands` knows become its expressions,
 * new ids and secrets ones that follow from the variable `i`, everything else stays as it is.
 * The answer to the statement with `seat` in its text is kept in variables for those that follow.
 */
export async function asScript(
  client: pg.ClientBase,
  sent: readonly Sent[],
  stands: Stands,
  head: string,
): Promise<string> {
  const known = new Map(stands);
  const lines = [head];
  for (const [index, { text, values, rows }] of sent.entries()) {
    const types = values.length > 0 ? await typesOf(client, `taken_${index}`, text) : [];
    const filled = withoutColons(text).replace(/\$(\d+)/g, (_, digits: string) => {
      const at = Number(digits) - 1;
      return `(${expression(values[at], known)})::${types[at] ?? "text"}`;
    });
    const [row] = rows;
    const isSeat = /^\s*update "?slots"? slot set available_spots/.test(text);
    lines.push(isSeat ? `${filled}\n\\gset seat_` : `${filled};`);
    if (isSeat && row) {
      for (const [column, value] of Object.entries(row)) {
        const name = String(value);
        if (name.length > 3 && !known.has(name)) known.set(name, `:seat_${column}`);
      }
    }
  }
  return `${lines.join("\n")}\n`;
}

async function typesOf(client: pg.ClientBase, name: string, text: string): Promise<string[]> {
  await client.query(`prepare ${name} as ${text}`);
  const { rows } = await client.query<{ types: string[] }>(
    "select parameter_types::text[] as types from pg_prepared_statements where name = $1",
    [name],
  );
  await client.query(`deallocate ${name}`);
  return rows[0]?.types ?? [];
}

function expression(value: unknown, known: Map<string, string>): string {
  if (value === null || value === undefined) return "null";
  const text = asText(value);
  const standing = known.get(text);
  if (standing) return standing;
  if (UUID.test(text)) {
    const kind = (0x100 + known.size).toString(16).padStart(4, "0");
    const fresh = `('019c0000-${kind}-7000-8000-' || lpad(to_hex((:i)::bigint), 12, '0'))`;
    known.set(text, fresh);
    return fresh;
  }
  if (SECRET.test(text)) return "lpad(md5((:i)::text), 43, 'x')";
  // Ids in the middle of a text, for example in a job's data.
  for (const [part, stand] of known) {
    const at = part.length > 20 ? text.indexOf(part) : -1;
    if (at >= 0) {
      const rest = expression(text.slice(at + part.length), known);
      return `${literal(text.slice(0, at))} || (${stand})::text || ${rest}`;
    }
  }
  const id = text.match(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/);
  if (id) {
    expression(id[0], known);
    return expression(text, known);
  }
  return literal(text);
}

function asText(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return `{${value.map((one) => JSON.stringify(asText(one))).join(",")}}`;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** The same statement, its own literals that hold a colon (such as the form of an hour) written anew. */
function withoutColons(text: string): string {
  return text.replace(/'((?:[^']|'')*)'/g, (whole, inside: string) =>
    inside.includes(":") ? literal(inside.replaceAll("''", "'")) : whole,
  );
}

/** pgbench takes a colon for the beginning of a variable, even here. */
function literal(text: string): string {
  return `E'${text.replaceAll("\\", "\\\\").replaceAll("'", "''").replaceAll(":", "\\x3a")}'`;
}
