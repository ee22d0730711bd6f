import type { Operator } from "#core/context.server.ts";
import { dayKey, formatDate, formatTime } from "#core/dates.ts";
import { ROLE_NAMES, type Role } from "#core/roles.ts";
import { capitalised } from "#core/texts/first-letter.ts";
import { URGENCY_NAMES } from "#core/work-queue/labels.ts";
import { closedTo, distanceOf, urgencyOf } from "#core/work-queue/rules.ts";
import type { Work } from "#core/work-queue/schema.ts";
import * as operatorAddresses from "#site/operator-addresses.ts";
import { deadlineOf } from "./case.server.ts";

/* Made on the server, so that the scripts of public pages hold none of these words. */

const initialsOf = (name: string) =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join("");

export function officeOf({ name, roles }: Operator) {
  const initials = initialsOf(name);
  return { name, initials, roles: roles.map((role) => ROLE_NAMES[role]).join(", ") };
}

const SHORT_DAY = new Intl.DateTimeFormat("fr-FR", {
  ...{ weekday: "short", day: "numeric", timeZone: "Europe/Paris" },
});
const shortDay = (instant: Date) => capitalised(SHORT_DAY.format(instant));

export const ADDRESS: Record<Work["kind"], (id: string) => string> = {
  review: operatorAddresses.review,
  letter: operatorAddresses.letter,
  content: operatorAddresses.content,
  account: operatorAddresses.account,
  verification: operatorAddresses.verification,
  category: operatorAddresses.category,
  payment: operatorAddresses.payment,
  dispute: operatorAddresses.dispute,
  goodwill: operatorAddresses.goodwill,
  deletion: operatorAddresses.deletion,
  message: operatorAddresses.message,
  rights: operatorAddresses.message,
  mail: operatorAddresses.refusedMail,
  tax: operatorAddresses.taxRequest,
};

export type WorkLine = ReturnType<typeof lineOf>;

function lineOf(work: Work, now: Date, roles: readonly Role[]) {
  const { kind, id, name: sort, title, context, dueAt, takenBy } = work;
  const distance = distanceOf(dueAt, now);
  const [due, dueMore] = {
    late: ["En retard", distance] as const,
    today: [formatTime(dueAt), distance] as const,
    soon: [shortDay(dueAt), formatTime(dueAt)] as const,
    later: [formatDate(dueAt), distance] as const,
  }[urgencyOf(dueAt, now, dayKey)];
  const closed = closedTo(kind, roles);
  return {
    ...{ kind, id, sort, title, context, due, dueMore, deadline: deadlineOf(work, now) },
    /** Null where the reader's roles do not open it; `decidedBy` says whose do. */
    address: closed ? null : ADDRESS[kind](id),
    decidedBy: closed?.map((role) => ROLE_NAMES[role].toLowerCase()).join(", ") ?? null,
    takenBy: takenBy && { ...takenBy, initials: initialsOf(takenBy.name) },
  };
}

export function queueGroups(works: readonly Work[], now: Date, roles: readonly Role[]) {
  const groups: { name: string; isLate: boolean; lines: WorkLine[] }[] = [];
  for (const work of works) {
    const urgency = urgencyOf(work.dueAt, now, dayKey);
    const name = URGENCY_NAMES[urgency];
    if (groups.at(-1)?.name !== name) groups.push({ name, isLate: urgency === "late", lines: [] });
    groups.at(-1)?.lines.push(lineOf(work, now, roles));
  }
  return groups;
}

export function countUrgent(works: readonly Work[], now: Date) {
  const count = (urgency: string) =>
    works.filter(({ dueAt }) => urgencyOf(dueAt, now, dayKey) === urgency).length;
  return { late: count("late"), today: count("today") };
}
