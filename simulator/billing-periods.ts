/**
 * `seconds` plus a number of intervals, in UTC as Stripe counts. A month keeps the day of the
 * anchor and falls back to the last one that exists: 31 Jan → 28 Feb → 31 Mar, so always count
 * from the anchor and never from the period before.
 */
export function addInterval(seconds: number, interval: string, count: number): number {
  const unit = `${interval}s` as "days" | "weeks" | "months" | "years";
  const start = Temporal.Instant.fromEpochMilliseconds(seconds * 1000).toZonedDateTimeISO("UTC");
  return Math.floor(start.add({ [unit]: count }).epochMilliseconds / 1000);
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
