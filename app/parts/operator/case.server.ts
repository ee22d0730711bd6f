import { createHash } from "node:crypto";
import { data } from "react-router";
import type { Context } from "#core/context.server.ts";
import { formatMoment, formatShortDate, formatTime } from "#core/dates.ts";
import { isAppError } from "#core/errors.ts";
import { rehearseMails } from "#core/notifications/rehearse-mails.server.ts";
import type { RehearsedMail } from "#core/notifications/schema.ts";
import {
  ACT_WORDS,
  ANSWERING_WORDS,
  OBJECT_WORDS,
  type ObjectKind,
} from "#core/operators/acts/labels.ts";
import { listActsOn } from "#core/operators/acts/list-acts.server.ts";
import type { Answering } from "#core/operators/acts/rules.ts";
import type { ActView } from "#core/operators/acts/schema.ts";
import { changeLines } from "#core/records/journal/labels.ts";
import { legal } from "#core/site.ts";
import { BASIS_NAMES } from "#core/work-queue/labels.ts";
import {
  distanceOf,
  elapsedPercent,
  OPINION_KINDS,
  type WorkKind,
} from "#core/work-queue/rules.ts";
import type { Work } from "#core/work-queue/schema.ts";
import { findOwnWork } from "#core/work-queue/show-queue.server.ts";
import * as operatorAddresses from "#site/operator-addresses.ts";
import { redirectWithToast } from "../../cookies/flash.server.ts";
import { asFormError } from "../../failures/errors.server.ts";
import { textsOf } from "../drafts/tab-drafts.ts";

/** @param done the toast's title once it is done; null where the act itself answers it. */
export async function decide(
  act: Promise<unknown>,
  done: string | null,
  typed: Record<string, FormDataEntryValue>,
  to = operatorAddresses.queue,
) {
  let said = done;
  try {
    const answer = await act;
    said ??= String(answer);
  } catch (error) {
    return refuse(error, typed);
  }
  const text = "Inscrit au journal sous votre nom.";
  return redirectWithToast(to, { title: said, text });
}

/** Says what will happen and which mails go, and acts once the unchanged form comes again. */
export async function decideConfirmed(
  ctx: Context,
  act: (ctx: Context) => Promise<unknown>,
  form: Record<string, FormDataEntryValue>,
  {
    done = null,
    to,
    says = async () => [],
  }: { done?: string | null; to?: string; says?: () => Promise<string[]> } = {},
) {
  // The templates are the worker's; only this needs them here.
  const { mailsOf } = await import("#mails/render.ts");
  const { confirmed, ...typed } = textsOf(Object.entries(form));
  try {
    const mails = await rehearseMails(ctx, mailsOf(legal), act);
    const said = [...(await says()), ...mailWords(mails)];
    const seen = JSON.stringify([typed, said]).replaceAll("\\r\\n", "\\n");
    const of = createHash("sha256").update(seen).digest("base64url");
    if (said.length > 0 && confirmed !== of) {
      const nothing = { fields: {}, toast: null, isSaid: false };
      return data({ ...nothing, typed, mails, confirm: { of, says: said } });
    }
  } catch (error) {
    return refuse(error, form);
  }
  return decide(act(ctx), done, form, to);
}

function mailWords(mails: RehearsedMail[]): string[] {
  if (mails.length === 0) return [];
  const to = new Intl.ListFormat("fr-FR").format(mails.map((mail) => mail.to));
  return [
    mails.length === 1 ? `Un e-mail part à ${to}.` : `${mails.length} e-mails partent : à ${to}.`,
  ];
}

function refuse(error: unknown, typed: Record<string, FormDataEntryValue>) {
  const { data: refusal, init } = asFormError(error);
  const isSaid = isAppError(error) && error.code !== "invalid_input";
  return data(
    { ...refusal, isSaid, typed: textsOf(Object.entries(typed)), mails: null, confirm: null },
    init ?? {},
  );
}

/** Leaves the year out, because nothing that is open is a year old. */
const shortMoment = (instant: Date) =>
  inOneLine(`${formatShortDate(instant)} à ${formatTime(instant)}`);

const inOneLine = (words: string) => words.replaceAll(" ", "\u00a0");

export type DeadlineView = ReturnType<typeof deadlineOf>;

export function deadlineOf(work: Work, now: Date) {
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

export function actLines(acts: readonly ActView[]) {
  return acts.map(({ number, at, operator, act, objectKind, objectId, details, isErased }) => ({
    ...{ number, when: formatMoment(at), operator, what: ACT_WORDS[act] },
    ...{ object: `${OBJECT_WORDS[objectKind]} ${objectId}`, objectId },
    reason: details?.reason ?? null,
    changes: changeLines(details?.before, details?.after),
    isErased,
  }));
}

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
export function answeringOf(answering: Answering) {
  return { isOthers: answering === "another", says: ANSWERING_WORDS[answering] };
}
