import type { Executor } from "#platform/postgres.server.ts";
import { ACT_WORDS } from "../../operators/acts/labels.ts";
import type { ActView } from "../../operators/acts/schema.ts";
import { eventName, MAIL_STATES, mailName } from "../labels.ts";
import type { Happening } from "../schema.ts";
import { listEventsAbout, listEventsOf, listMailsAbout, listMailsTo } from "./store.server.ts";

type MailRow = Awaited<ReturnType<typeof listMailsTo>>[number];
type EventRow = Awaited<ReturnType<typeof listEventsOf>>[number];

function tellMail({ kind, to, status, createdAt, sentAt, lastError }: MailRow): Happening {
  const why = status === "sent" ? null : lastError;
  const more = [to || "destinataire effacé", MAIL_STATES[status], why].filter(Boolean).join(", ");
  return { at: sentAt ?? createdAt, what: `E-mail : ${mailName(kind)}`, more, source: "mail" };
}

export async function tellMailsAbout(db: Executor, bookingId: string): Promise<Happening[]> {
  return (await listMailsAbout(db, bookingId)).map(tellMail);
}

export async function tellMailsTo(db: Executor, email: string): Promise<Happening[]> {
  return (await listMailsTo(db, email)).map(tellMail);
}

function tellEvent({ id, type, receivedAt, processedAt, lastError }: EventRow): Happening {
  const state = processedAt ? null : (lastError ?? "pas encore traité");
  const more = [id, state].filter(Boolean).join(", ");
  return { at: receivedAt, what: `Stripe : ${eventName(type)}`, more, source: "provider" };
}

export async function tellEventsAbout(
  db: Executor,
  objectIds: readonly string[],
): Promise<Happening[]> {
  return objectIds.length === 0 ? [] : (await listEventsAbout(db, objectIds)).map(tellEvent);
}

export async function tellEventsOf(db: Executor, account: string | null): Promise<Happening[]> {
  return account === null ? [] : (await listEventsOf(db, account)).map(tellEvent);
}

export function tellActs(acts: readonly ActView[]): Happening[] {
  return acts.map(({ at, act, operator, details }) => {
    const more = [operator, details?.reason].filter(Boolean).join(" : ");
    return { at, what: ACT_WORDS[act], more, source: "operator" };
  });
}

/** Newest first; of one instant, what was told last. */
export function inOrder(happenings: readonly Happening[]): Happening[] {
  return happenings.toReversed().toSorted((one, other) => other.at.getTime() - one.at.getTime());
}
