import type { Executor } from "#platform/postgres.server.ts";
import { findTown } from "../../places/find-town.server.ts";
import { cellsWithin, type Point } from "../../places/rules.ts";
import type { Around } from "./schema.ts";
import { populatedCells } from "./store.server.ts";

/**
 * Turns « Lyon », « 69003 » or « 48.86,2.35 » and a radius in kilometres into the cells around it in
 * which something is offered (rule: coarse-place).
 *
 * @returns null for a place that is not known.
 */
export async function findAround(
  db: Executor,
  near: string,
  radius: number,
): Promise<Around | null> {
  const position = pointOfPosition(near);
  const town = position ? null : findTown(near);
  const point = position ?? town?.point;
  if (!point) return null;
  const all = cellsWithin(point, radius);
  const populated = await populatedCells(
    db,
    all.map(({ cell }) => cell),
  );
  const within = all.filter(({ cell }) => populated.has(cell));
  return {
    name: town?.name ?? null,
    radius,
    cells: within.map(({ cell }) => cell),
    kilometres: within.map(({ kilometres }) => kilometres),
  };
}

function pointOfPosition(near: string): Point | null {
  if (!/^-?[\d.]+,-?[\d.]+$/.test(near)) return null;
  const [latitude = Number.NaN, longitude = Number.NaN] = near.split(",").map(Number);
  return Math.abs(latitude) < 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}
