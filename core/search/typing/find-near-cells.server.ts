import type { Reader } from "#platform/postgres.server.ts";
import { cellsWithin, centreOf, kilometresBetween, type Point } from "../../places/rules.ts";
import type { Around } from "./schema.ts";
import { allPopulatedCells, populatedCells } from "./store.server.ts";

export interface NamedPoint {
  name: string | null;
  middle: Point;
}

/** Finds the cells with offers within a radius in kilometres (rule: coarse-place). */
export async function findNearCells(
  db: Reader,
  place: NamedPoint,
  radius: number,
): Promise<Around> {
  const all = cellsWithin(place.middle, radius);
  const populated = await populatedCells(
    db,
    all.map(({ cell }) => cell),
  );
  return around(
    place,
    radius,
    all.filter(({ cell }) => populated.has(cell)),
  );
}

export async function findNearestCells(db: Reader, place: NamedPoint): Promise<Around> {
  const cells = (await allPopulatedCells(db)).map((cell) => ({
    ...{ cell, kilometres: kilometresBetween(place.middle, centreOf(cell)) },
  }));
  cells.sort((one, other) => one.kilometres - other.kilometres || one.cell - other.cell);
  return around(place, Math.ceil(cells.at(-1)?.kilometres ?? 0), cells);
}

function around(
  { name, middle }: NamedPoint,
  radius: number,
  cells: readonly { cell: number; kilometres: number }[],
): Around {
  return {
    ...{ name, radius, middle },
    cells: cells.map(({ cell }) => cell),
    kilometres: cells.map(({ kilometres }) => kilometres),
  };
}
