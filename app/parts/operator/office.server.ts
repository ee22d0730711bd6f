import type { Operator } from "#core/context.server.ts";
import { dayKey, formatDate, formatTime } from "#core/dates.ts";
import { ACT_WORDS, OBJECT_WORDS } from "#core/operators/acts/labels.ts";
import type { ActView } from "#core/operators/acts/schema.ts";
import { ROLE_NAMES } from "#core/operators/labels.ts";
import { BASIS_NAMES, URGENCY_NAMES } from "#core/queue/labels.ts";
import { distanceOf, elapsedPercent, urgencyOf } from "#core/queue/rules.ts";
import type { Work } from "#core/queue/schema.ts";
import * as operatorAddresses from "#site/operator-addresses.ts";
import type { ActLine, DeadlineView, OfficeView, WorkLine } from "./office.tsx";

/*
 * The words of the operators' screens are made here, on the server, so that the scripts of the public
 * pages hold none of them.
 */

const initialsOf = (name: string) =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join("");

/** The corner of the head that says who is at work. */
export function officeOf({ name, roles }: Operator): OfficeView {
  const initials = initialsOf(name);
  return { name, initials, roles: roles.map((role) => ROLE_NAMES[role]).join(", ") };
}

const SHORT_DAY = new Intl.DateTimeFormat("fr-FR", {
  ...{ weekday: "short", day: "numeric", timeZone: "Europe/Paris" },
});
const shortDay = (instant: Date) => {
  const said = SHORT_DAY.format(instant);
  return said.charAt(0).toUpperCase() + said.slice(1);
};

/** « le 20 novembre 2026 à 13:40 », without its first word. */
export function momentOf(instant: Date): string {
  return `${formatDate(instant)} à ${formatTime(instant)}`;
}

/** The time that a thing has, as its screen draws it. */
export function deadlineOf(work: Work, now: Date): DeadlineView {
  const { receivedAt, dueAt, basis, within } = work;
  const isLate = dueAt <= now;
  const distance = distanceOf(dueAt, now);
  return {
    ...{ isLate, percent: elapsedPercent(work, now), isLaw: basis === "law" },
    ...{ basis: BASIS_NAMES[basis], within, received: momentOf(receivedAt) },
    due: isLate ? `en retard ${distance}` : `${momentOf(dueAt)}, ${distance}`,
  };
}

const ADDRESS: Record<Work["kind"], (id: string) => string> = {
  review: operatorAddresses.review,
  letter: operatorAddresses.letter,
  content: operatorAddresses.content,
  verification: operatorAddresses.verification,
  payment: operatorAddresses.payment,
  dispute: operatorAddresses.dispute,
  deletion: operatorAddresses.deletion,
  message: operatorAddresses.message,
};

/** The lines of the queue under their headings, in their order. */
export function queueGroups(works: readonly Work[], now: Date) {
  const groups: { name: string; isLate: boolean; lines: WorkLine[] }[] = [];
  for (const work of works) {
    const urgency = urgencyOf(work.dueAt, now, dayKey);
    const name = URGENCY_NAMES[urgency];
    if (groups.at(-1)?.name !== name) groups.push({ name, isLate: urgency === "late", lines: [] });
    const distance = distanceOf(work.dueAt, now);
    const due = {
      late: ["En retard", distance],
      today: [formatTime(work.dueAt), distance],
      soon: [shortDay(work.dueAt), formatTime(work.dueAt)],
      later: [formatDate(work.dueAt), distance],
    }[urgency];
    const { kind, id, name: sort, title, context, takenBy } = work;
    groups.at(-1)?.lines.push({
      ...{ kind, id, sort, title, context, address: ADDRESS[kind](id) },
      ...{ due: String(due[0]), dueMore: String(due[1]), deadline: deadlineOf(work, now) },
      takenBy: takenBy && { ...takenBy, initials: initialsOf(takenBy.name) },
    });
  }
  return groups;
}

/** The number of things that are late and due today, of those that are shown. */
export function countUrgent(works: readonly Work[], now: Date) {
  const count = (urgency: string) =>
    works.filter(({ dueAt }) => urgencyOf(dueAt, now, dayKey) === urgency).length;
  return { late: count("late"), today: count("today") };
}

/** Acts in words. */
export function actLines(acts: readonly ActView[]): ActLine[] {
  return acts.map(({ number, at, operator, act, objectKind, objectId, details, isErased }) => ({
    ...{ number, when: momentOf(at), operator, what: ACT_WORDS[act] },
    ...{ object: `${OBJECT_WORDS[objectKind]} ${objectId}`, objectId },
    reason: details?.reason ?? null,
    changes: changesOf(details?.before, details?.after),
    isErased,
  }));
}

const wordOf = (value: unknown) =>
  value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value);

/** « status : published → refused ». */
function changesOf(
  before: Record<string, unknown> = {},
  after: Record<string, unknown> = {},
): string[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return fields.map((field) => {
    const values = [wordOf(before[field]), wordOf(after[field])].filter(Boolean);
    return `${field} : ${values.join(" → ")}`;
  });
}
