/**
 * `seconds` plus a number of intervals, in UTC as Stripe counts. A month keeps the day of the
 * anchor and falls back to the last one that exists: 31 Jan → 28 Feb → 31 Mar, so always count
 * from the anchor and never from the period before.
 */
export function addInterval(seconds: number, interval: string, count: number): number {
  const date = new Date(seconds * 1000);
  if (interval === "day" || interval === "week") {
    date.setUTCDate(date.getUTCDate() + count * (interval === "week" ? 7 : 1));
  } else {
    const day = date.getUTCDate();
    date.setUTCMonth(date.getUTCMonth() + count * (interval === "year" ? 12 : 1), 1);
    const days = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
    date.setUTCDate(Math.min(day, days));
  }
  return Math.floor(date.getTime() / 1000);
}

/** The first end of a period after `after`, counted from the anchor. */
export function nextPeriodEnd(
  anchor: number,
  interval: string,
  intervalCount: number,
  after: number,
): number {
  for (let periods = 1; ; periods += 1) {
    const end = addInterval(anchor, interval, periods * intervalCount);
    if (end > after) return end;
  }
}
