import { type SQL, sql } from "drizzle-orm";
import { list } from "#platform/postgres.server.ts";
import { DEGREE } from "../../places/rules.ts";
import type { Around } from "../typing/schema.ts";
import type { SearchPlan } from "./schema.ts";
import { cellsOf } from "./slot-conditions.server.ts";

/** Metres: no door is farther from the middle of its square kilometre. */
const REACH = sql.raw("750");
const FARTHEST = sql.raw(String(2 ** 31 - 1));

const metresOf = ({ kilometres }: Around): SQL =>
  list(
    kilometres.map((distance) => String(Math.round(distance * 1_000))),
    "int",
  );

const squaresOf = (around: Around): SQL => sql`unnest(${cellsOf(around)}, ${metresOf(around)})`;

export const metresToCell = (cell: SQL, around: Around): SQL =>
  sql`(${metresOf(around)})[array_position(${cellsOf(around)}, ${cell})]`;

/** Metres from the middle to `door`, calculated by PostgreSQL alone so that every path agrees. */
export function metresTo(door: SQL, { middle: { latitude, longitude } }: Around): SQL {
  const [north, east] = [sql`(${door}::point)[0]`, sql`(${door}::point)[1]`];
  return sql`round(${2_000 * DEGREE}::float8 * asind(sqrt(
    sind((${north} - ${latitude}::float8) / 2) ^ 2
      + cosd(${north}) * cosd(${latitude}::float8) * sind((${east} - ${longitude}::float8) / 2) ^ 2)))::int`;
}

/** Squares and up to `most` public doors, ending (`horizon`) before any unknown one. */
export function spotsOf({ around, after }: SearchPlan, most: number): SQL {
  const place = around ?? NOWHERE;
  const from = sql`${after?.metres ?? 0}::int`;
  return sql`squares as materialized (
      select cell, metres from ${squaresOf(place)} as square (cell, metres)
    ), doors as materialized (
      select cell, door, square, ${metresTo(sql`door`, place)} as metres from (
        select l.cell, l.door, square.metres as square
        from (select * from squares order by metres) square
          cross join lateral (select distinct cell, door from listings
            where listings.cell = square.cell and door <> '' order by door limit ${most}::bigint) l
        where square.metres + ${REACH} >= ${from}
        order by square.metres limit ${most}::bigint) known
    ), horizon as materialized (
      select case when count(*) = ${most}::bigint then max(square) - ${REACH} end as metres from doors
    ), spots as materialized (
      select * from (
        select cell, '' as door, metres from squares
        union all select cell, door, metres from doors) spot
      where metres >= ${from} and metres < coalesce((select metres from horizon), ${FARTHEST})
      order by metres
    ),`;
}

const NOWHERE: Around = {
  name: null,
  radius: 0,
  cells: [],
  kilometres: [],
  middle: { latitude: 0, longitude: 0 },
};
