import type { Context, Operator } from "#core/context.server.ts";
import { dayKey, formatDate, formatMoment, formatShortDate, formatTime } from "#core/dates.ts";
import {
  ACT_WORDS,
  ANSWERING_WORDS,
  OBJECT_WORDS,
  type ObjectKind,
} from "#core/operators/acts/labels.ts";
import { listActsOn } from "#core/operators/acts/list-acts.server.ts";
import type { Answering } from "#core/operators/acts/rules.ts";
import type { ActView } from "#core/operators/acts/schema.ts";
import { BASIS_NAMES, URGENCY_NAMES } from "#core/queue/labels.ts";
import {
  closedTo,
  distanceOf,
  elapsedPercent,
  OPINION_KINDS,
  urgencyOf,
  type WorkKind,
} from "#core/queue/rules.ts";
import type { Work } from "#core/queue/schema.ts";
import { findOwnWork } from "#core/queue/show-queue.server.ts";
import { changeLines } from "#core/records/journal/labels.ts";
import { ROLE_NAMES, type Role } from "#core/roles.ts";
import { capitalised } from "#core/texts/first-letter.ts";
import * as operatorAddresses from "#site/operator-addresses.ts";
import type { AnsweringView } from "./case-screen.tsx";
import type { ActLine, DeadlineView, OfficeView, WorkLine } from "./office.tsx";

/* Made on the server, so that the scripts of public pages hold none of these words. */

const initialsOf = (name: string) =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join("");

export function officeOf({ name, roles }: Operator): OfficeView {
  const initials = initialsOf(name);
  return { name, initials, roles: roles.map((role) => ROLE_NAMES[role]).join(", ") };
}

const SHORT_DAY = new Intl.DateTimeFormat("fr-FR", {
  ...{ weekday: "short", day: "numeric", timeZone: "Europe/Paris" },
});
const shortDay = (instant: Date) => capitalised(SHORT_DAY.format(instant));

/** Leaves the year out, because nothing that is open is a year old. */
const shortMoment = (instant: Date) =>
  inOneLine(`${formatShortDate(instant)} à ${formatTime(instant)}`);

const inOneLine = (words: string) => words.replaceAll(" ", "\u00a0");

export function deadlineOf(work: Work, now: Date): DeadlineView {
  const { kind, id, receivedAt, dueAt, basis, within, takenBy, opinions } = work;
  const isLate = dueAt <= now;
  const distance = inOneLine(distanceOf(dueAt, now));
  return {
    ...{ isLate, percent: elapsedPercent(work, now), isLaw: basis === "law" },
    ...{ basis: BASIS_NAMES[basis], within, received: shortMoment(receivedAt) },
    due: isLate ? `en retard ${distance}` : `${shortMoment(dueAt)}, ${distance}`,
    taker: takenBy && (takenBy.isMe ? "Pris par vous" : `Pris par ${takenBy.name}`),
    passOn: operatorAddresses.passOn(kind, id),
    opinion: OPINION_KINDS.some((one) => one === kind)
      ? {
          address: operatorAddresses.opinion(kind, id),
          says: opinions.map(
            ({ of, by, isOfMe }) => `Avis demandé à ${isOfMe ? "vous" : of} par ${by}`,
          ),
          isMine: opinions.some(({ isOfMe }) => isOfMe),
        }
      : null,
  };
}

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

export function queueGroups(works: readonly Work[], now: Date, roles: readonly Role[]) {
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
    const closed = closedTo(kind, roles);
    groups.at(-1)?.lines.push({
      ...{ kind, id, sort, title, context, address: closed ? null : ADDRESS[kind](id) },
      decidedBy: closed?.map((role) => ROLE_NAMES[role].toLowerCase()).join(", ") ?? null,
      ...{ due: String(due[0]), dueMore: String(due[1]), deadline: deadlineOf(work, now) },
      takenBy: takenBy && { ...takenBy, initials: initialsOf(takenBy.name) },
    });
  }
  return groups;
}

export function countUrgent(works: readonly Work[], now: Date) {
  const count = (urgency: string) =>
    works.filter(({ dueAt }) => urgencyOf(dueAt, now, dayKey) === urgency).length;
  return { late: count("late"), today: count("today") };
}

export function actLines(acts: readonly ActView[]): ActLine[] {
  return acts.map(({ number, at, operator, act, objectKind, objectId, details, isErased }) => ({
    ...{ number, when: formatMoment(at), operator, what: ACT_WORDS[act] },
    ...{ object: `${OBJECT_WORDS[objectKind]} ${objectId}`, objectId },
    reason: details?.reason ?? null,
    changes: changeLines(details?.before, details?.after),
    isErased,
  }));
}

/** When the work on a thing is due, and what was done to the thing. */
export async function caseOf(
  ctx: Context,
  work: WorkKind,
  object: { kind: ObjectKind; id: string },
  workId = object.id,
) {
  const found = await findOwnWork(ctx, { kind: work, id: workId });
  const acts = actLines(await listActsOn(ctx, object));
  return { deadline: found && deadlineOf(found, ctx.now()), acts };
}

/** Whether the operator may answer what is contested, in words (rule: another-decides). */
export function answeringOf(answering: Answering): AnsweringView {
  return { isOthers: answering === "another", says: ANSWERING_WORDS[answering] };
}
