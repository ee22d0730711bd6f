/** A point in degrees (WGS 84). */
export interface Point {
  latitude: number;
  longitude: number;
}

export function pointText({ latitude, longitude }: Point): string {
  return `${latitude.toFixed(5)},${longitude.toFixed(5)}`;
}

/** Reads a point as maps show it, with decimal commas too; null for anything else. */
export function readPoint(text: string): Point | null {
  const [, ...degrees] =
    /^\s*(-?\d{1,2}(?:[.,]\d+)?)\s*(?:[,;]|\s)\s*(-?\d{1,3}(?:[.,]\d+)?)\s*$/.exec(text) ?? [];
  const [latitude, longitude] = degrees.map((degree) => Number(degree.replace(",", ".")));
  if (latitude === undefined || longitude === undefined) return null;
  return Math.abs(latitude) < 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}

/** The largest commune of France is 40 km across, so a pin farther away is a slip. */
const LONGEST_PIN_KM = 40;

/** Tells whether a pin can belong to an address with that middle (rule: own-pin). */
export function isPlausiblePin(pin: Point, middle: Point | null): boolean {
  return middle === null || kilometresBetween(pin, middle) <= LONGEST_PIN_KM;
}

/** Kilometres in a degree of latitude (mean earth radius 6 371.0088 km). */
export const DEGREE = 111.195;
const radians = (degrees: number) => (degrees * Math.PI) / 180;
/** Room for the columns of the equator, so that a cell fits a 32-bit integer. */
const COLUMNS = 65_536;

/** Numbers square kilometres from the south pole and 180° west (rule: coarse-place). */
export function cellOf({ latitude, longitude }: Point): number {
  const row = Math.floor((latitude + 90) * DEGREE);
  return row * COLUMNS + Math.floor((longitude + 180) * widthOf(row));
}

export function centreOf(cell: number): Point {
  const row = Math.floor(cell / COLUMNS);
  const column = cell % COLUMNS;
  return {
    latitude: (row + 0.5) / DEGREE - 90,
    longitude: (column + 0.5) / widthOf(row) - 180,
  };
}

/** The square with sides of `side` kilometres that holds a cell, as `facts_of` writes it. */
export function squareOf(cell: number, side: number): string {
  const [row, column] = [Math.floor(cell / COLUMNS), cell % COLUMNS];
  return `${Math.floor(row / side)} ${Math.floor(column / side)}`;
}

/** Kilometres along the globe (haversine). */
export function kilometresBetween(one: Point, other: Point): number {
  const half = (of: number, to: number) => Math.sin(radians(to - of) / 2) ** 2;
  const chord =
    half(one.latitude, other.latitude) +
    Math.cos(radians(one.latitude)) *
      Math.cos(radians(other.latitude)) *
      half(one.longitude, other.longitude);
  return 2 * ((DEGREE * 180) / Math.PI) * Math.asin(Math.sqrt(chord));
}

/** Cells whose middle is within `radius` kilometres, the nearest first. */
export function cellsWithin(point: Point, radius: number): { cell: number; kilometres: number }[] {
  const rows = [-radius, radius].map((away) => Math.floor((point.latitude + 90) * DEGREE + away));
  const [south = 0, north = 0] = rows;
  const cells = [];
  for (let row = south; row <= north; row += 1) {
    const middle = Math.floor((point.longitude + 180) * widthOf(row));
    for (let column = middle - radius - 1; column <= middle + radius + 1; column += 1) {
      const cell = row * COLUMNS + column;
      const kilometres = kilometresBetween(point, centreOf(cell));
      if (kilometres <= radius) cells.push({ cell, kilometres });
    }
  }
  return cells.sort((one, other) => one.kilometres - other.kilometres || one.cell - other.cell);
}

function widthOf(row: number): number {
  return DEGREE * Math.cos(radians((row + 0.5) / DEGREE - 90));
}

/** Cities with arrondissements, and the postcode to which their number is added. */
export const ARRONDISSEMENTS: Record<string, { count: number; before: number }> = {
  paris: { count: 20, before: 75_000 },
  lyon: { count: 9, before: 69_000 },
  marseille: { count: 16, before: 13_000 },
};

export function placeParts(key: string): { name: string; postcode: string | null } {
  const name = key
    .split(" ")
    .filter((word) => !/^\d+(e|er|eme|ieme)?$|^arr(ondissement)?$|^cedex$/.test(word))
    .map((word) => word.replace(/^st(e?)$/, "saint$1"))
    .join(" ");
  const postcode =
    key.match(/^\d{1,5}$/)?.[0] ??
    key.match(/(?<!\d)\d{5}(?!\d)/)?.[0] ??
    postcodeOfArrondissement(key, name);
  return { name, postcode };
}

function postcodeOfArrondissement(key: string, name: string): string | null {
  const number = Number(/(?:^| )(\d{1,2})(?:e|er|eme|ieme)?(?: |$)/.exec(key)?.[1] ?? 0);
  const city = ARRONDISSEMENTS[name];
  return city && number >= 1 && number <= city.count ? String(city.before + number) : null;
}

export function middleOf(points: readonly Point[]): Point {
  const mean = (of: (point: Point) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  return { latitude: mean((point) => point.latitude), longitude: mean((point) => point.longitude) };
}
