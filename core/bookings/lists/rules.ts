import { dayKey } from "../../dates.ts";
import { isUpcoming } from "../rules.ts";

export interface ManagedGroups<Session> {
  upcoming: Session[];
  previousMonth: Session[];
  deactivated: Session[];
  others: Session[];
}

interface Dated {
  start: Date;
  isActive: boolean;
}

export function comingOf<Slot extends Dated>(slots: readonly Slot[], now: Date): Slot[] {
  return slots.filter(({ start, isActive }) => isActive && isUpcoming(start, now));
}

/** Months are calendar months in Paris. */
export function groupManaged<Session extends { isActive: boolean; slots: Dated[] }>(
  sessions: readonly Session[],
  now: Date,
): ManagedGroups<Session> {
  const groups: ManagedGroups<Session> = {
    upcoming: [],
    previousMonth: [],
    deactivated: [],
    others: [],
  };
  const lastMonth = previousMonth(now);
  for (const session of sessions) {
    const { slots } = session;
    if (!session.isActive) groups.deactivated.push(session);
    else if (slots.some(({ start }) => isUpcoming(start, now))) groups.upcoming.push(session);
    else if (slots.some(({ start }) => dayKey(start).startsWith(lastMonth)))
      groups.previousMonth.push(session);
    else groups.others.push(session);
  }
  const next = new Map(
    groups.upcoming.map((session) => [
      session,
      Math.min(...comingOf(session.slots, now).map(({ start }) => start.getTime())),
    ]),
  );
  groups.upcoming.sort((one, other) => (next.get(one) ?? 0) - (next.get(other) ?? 0));
  return groups;
}

/** « 2026-10- » for any day of November 2026 in Paris. */
function previousMonth(now: Date): string {
  const [year = 0, month = 0] = dayKey(now).split("-").map(Number);
  const previous = month === 1 ? [year - 1, 12] : [year, month - 1];
  return `${previous[0]}-${String(previous[1]).padStart(2, "0")}-`;
}
