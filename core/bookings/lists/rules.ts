import { dayKey } from "../../dates.ts";
import { isUpcoming } from "../rules.ts";

/** The groups in the professional's list of offerings, and those that are in no group. */
export interface ManagedGroups<Session> {
  upcoming: Session[];
  /** Shown as « Terminée ». */
  previousMonth: Session[];
  deactivated: Session[];
  others: Session[];
}

interface Dated {
  start: Date;
  isActive: boolean;
}

/** The slots that are still to come, in the order given. */
export function comingOf<Slot extends Dated>(slots: readonly Slot[], now: Date): Slot[] {
  return slots.filter(({ start, isActive }) => isActive && isUpcoming(start, now));
}

/**
 * Upcoming: active with a slot now or later, by the next one's start. Previous month: all slots past,
 * at least one in the previous calendar month (in Paris). Deactivated: not active, whatever its slots.
 */
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
