import type { Reader } from "#platform/postgres.server.ts";
import { findTown } from "../../places/find-town.server.ts";
import { cellsWithin } from "../../places/rules.ts";
import { type Around, POSITION } from "./schema.ts";
import { populatedCells } from "./store.server.ts";

/**
 * Turns « Lyon », « 69003 » or « 48.86,2.35 » and a radius in kilometres into the cells around it in
 * which something is offered (rule: coarse-place).
 *
 * @returns null for a place that is not known.
 */
export async function findNearCells(
  db: Reader,
  asked: string,
  radius: number,
): Promise<Around | null> {
  const [, latitude, longitude] = POSITION.exec(asked) ?? [];
  const town = latitude ? null : findTown(asked);
  const point = town?.point ?? { latitude: Number(latitude), longitude: Number(longitude) };
  if (!latitude && !town) return null;
  const all = cellsWithin(point, radius);
  const populated = await populatedCells(
    db,
    all.map(({ cell }) => cell),
  );
  const within = all.filter(({ cell }) => populated.has(cell));
  return {
    name: town?.name ?? null,
    radius,
    middle: point,
    cells: within.map(({ cell }) => cell),
    kilometres: within.map(({ kilometres }) => kilometres),
  };
}
