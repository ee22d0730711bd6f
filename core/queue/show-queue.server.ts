import { MESSAGE_REASON_WORDS } from "../bookings/reported-messages/labels.ts";
import type { MessageReason } from "../bookings/reported-messages/rules.ts";
import type { OpenMessageCase } from "../bookings/reported-messages/schema.ts";
import { listMessageCases } from "../bookings/reported-messages/show-message-case.server.ts";
import { listOpenMessages, type Message } from "../contact/close-message.server.ts";
import { CONTACT_SUBJECT_LABELS, isContactSubject } from "../contact/labels.ts";
import type { Context } from "../context.server.ts";
import { formatPeriod } from "../durations.ts";
import { CONTENT_REASON_WORDS } from "../moderation/labels.ts";
import type { OpenContentCase } from "../moderation/schema.ts";
import { listContentCases } from "../moderation/show-content-case.server.ts";
import { formatPrice } from "../money.ts";
import { requireOperator } from "../operators/rules.ts";
import { parseInput } from "../parse.ts";
import {
  listDisputes,
  listRefunds,
  listReviews,
  type Payment,
} from "../payments/find-payment.server.ts";
import {
  listDeletionRequests,
  type WaitingRequest,
} from "../privacy/deletion/list-deletion-requests.server.ts";
import { REASON_WORDS } from "../reviews/reports/labels.ts";
import { listOpenCases } from "../reviews/reports/list-open-cases.server.ts";
import type { Reason } from "../reviews/reports/rules.ts";
import type { OpenCase } from "../reviews/reports/schema.ts";
import { KIND_WORDS, lowered } from "../verifications/labels.ts";
import type { OpenVerification } from "../verifications/schema.ts";
import { listVerifications } from "../verifications/show-verification.server.ts";
import { KIND_FILTERS, KIND_NAMES } from "./labels.ts";
import { LIMITS, MESSAGES_SHOWN, type WorkKind } from "./rules.ts";
import { queueQuery, type Work } from "./schema.ts";
import { forgetDone, listTaken } from "./store.server.ts";

type Found = Omit<Work, "takenBy">;

/** The numbers beside the filters. */
export interface Queue {
  works: Work[];
  /** Counts everything that waits, whatever is shown. */
  total: number;
  mine: number;
  nobodys: number;
  filters: { id: string; name: string; count: number }[];
  asked: { genre: string; pour: "moi" | "personne" | undefined };
}

/**
 * Everything that waits for an operator, what is due first at its head (rule: work-queue).
 *
 * @throws AppError `not_found`.
 */
export async function showQueue(ctx: Context, input: unknown): Promise<Queue> {
  const { operatorId } = requireOperator(ctx);
  const asked = parseInput(queueQuery, input);
  const found = await findWork(ctx);
  const taken = await listTaken(ctx.db);
  await forgetDone(ctx.db, new Set(found.map(keyOf)), taken);
  const takers = new Map(taken.map((one) => [keyOf(one), one]));
  const works = found
    .map((work): Work => {
      const taker = takers.get(keyOf(work));
      const takenBy = taker ? { name: taker.name, isMe: taker.operatorId === operatorId } : null;
      return { ...work, takenBy };
    })
    .sort((one, other) => one.dueAt.getTime() - other.dueAt.getTime());
  const kinds = KIND_FILTERS.find(({ id }) => id === asked.genre)?.kinds;
  return {
    works: works.filter(
      ({ kind, takenBy }) =>
        (!kinds || kinds.includes(kind)) &&
        (!asked.pour || (asked.pour === "moi" ? takenBy?.isMe : takenBy === null)),
    ),
    total: works.length,
    mine: works.filter(({ takenBy }) => takenBy?.isMe).length,
    nobodys: works.filter(({ takenBy }) => takenBy === null).length,
    filters: KIND_FILTERS.map(({ id, name, kinds }) => {
      return { id, name, count: works.filter(({ kind }) => kinds.includes(kind)).length };
    }),
    asked: { genre: kinds ? asked.genre : "", pour: asked.pour },
  };
}

/** One thing of the list, for the screen that opens it; null when it does not wait. */
export async function findOwnWork(
  ctx: Context,
  key: { kind: WorkKind; id: string },
): Promise<Work | null> {
  const { works } = await showQueue(ctx, {});
  return works.find((work) => keyOf(work) === keyOf(key)) ?? null;
}

const keyOf = ({ kind, id }: { kind: WorkKind; id: string }) => `${kind} ${id}`;

async function findWork(ctx: Context): Promise<Found[]> {
  const disputes = await listDisputes(ctx);
  const disputed = new Set(disputes.map(({ id }) => id));
  const reviews = (await listReviews(ctx)).filter(({ id }) => !disputed.has(id));
  return [
    ...(await listOpenCases(ctx)).map(ofCase),
    ...(await listMessageCases(ctx)).map(ofMessageCase),
    ...(await listContentCases(ctx)).map(ofContentCase),
    ...(await listVerifications(ctx)).map(ofVerification),
    ...disputes.map(ofDispute),
    ...(await Promise.all(reviews.map((payment) => ofPayment(ctx, payment)))),
    ...(await listDeletionRequests(ctx)).map(ofDeletion),
    ...(await listOpenMessages(ctx, MESSAGES_SHOWN)).map(ofMessage),
  ];
}

/** The words and the end of a limit that begins with this instant. */
function limited(limit: keyof typeof LIMITS, receivedAt: Date) {
  const { within, basis } = LIMITS[limit];
  const dueAt = new Date(receivedAt.getTime() + within);
  return { receivedAt, dueAt, basis, within: formatPeriod(within) };
}

/** A text as a title has room for it. */
function shortened(text: string, length = 60): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > length ? `${line.slice(0, length - 1).trimEnd()}…` : line;
}

function ofCase({ reviewId, reports, professional, text, rating, publishedAt }: OpenCase): Found {
  const [first] = reports;
  const words = first ? REASON_WORDS[first.reason as Reason] : "absence contestée";
  return {
    ...{ kind: "review", id: reviewId, name: KIND_NAMES.review },
    title: `Avis sur ${professional} : ${words.charAt(0).toLowerCase()}${words.slice(1)}`,
    context: text ? `« ${shortened(text)} »` : `${rating ?? 0} sur 5, sans texte`,
    ...limited("report", first?.createdAt ?? publishedAt),
  };
}

function ofMessageCase(found: OpenMessageCase): Found {
  const { messageId, by, professional, text, reason, reportedAt } = found;
  const words = MESSAGE_REASON_WORDS[reason as MessageReason];
  return {
    ...{ kind: "letter", id: messageId, name: KIND_NAMES.letter },
    title: `Message ${by === "client" ? "à" : "de"} ${professional} : ${words.charAt(0).toLowerCase()}${words.slice(1)}`,
    context: `« ${shortened(text)} »`,
    ...limited("report", reportedAt),
  };
}

const WHY_CONTENT: Record<OpenContentCase["why"], string> = {
  ...CONTENT_REASON_WORDS,
  filter: "Mots à relire",
  contested: "Décision contestée",
  correction: "Correction attendue",
};

function ofContentCase(found: OpenContentCase): Found {
  const { contentId, title, professional, why, text, since, dueAt } = found;
  const limit = limited(why === "contested" ? "appeal" : "report", since);
  return {
    ...{ kind: "content", id: contentId, name: KIND_NAMES.content },
    title: `${title === professional ? title : `${title}, ${professional}`} : ${WHY_CONTENT[why].toLowerCase()}`,
    context: `« ${shortened(text)} »`,
    ...limit,
    dueAt: dueAt ?? limit.dueAt,
  };
}

function ofVerification(found: OpenVerification): Found {
  const { professionalId, businessName, city, kinds, since } = found;
  const words = kinds.map((kind) => KIND_WORDS[kind]);
  return {
    ...{ kind: "verification", id: professionalId, name: KIND_NAMES.verification },
    title: city ? `${businessName}, ${city}` : businessName,
    context: `À lire : ${words.map(lowered).join(", ")}`,
    ...limited("verification", since),
  };
}

async function ofPayment(ctx: Context, payment: Payment): Promise<Found> {
  // The money is owed since it was first to be given back.
  const refund = (await listRefunds(ctx.db, payment.id)).find(({ status }) => status === "failed");
  return {
    ...{ kind: "payment", id: payment.id },
    name: refund ? "Remboursement refusé" : KIND_NAMES.payment,
    title: `${formatPrice(payment.amountCents)} · ${payment.description}`,
    context: payment.reviewReason ?? "",
    ...limited(refund ? "refund" : "mismatch", (refund ?? payment).createdAt),
  };
}

function ofDispute(payment: Payment): Found {
  const limit = limited("dispute", payment.createdAt);
  return {
    ...{ kind: "dispute", id: payment.id, name: KIND_NAMES.dispute },
    title: `${formatPrice(payment.amountCents)} · ${payment.description}`,
    context: "Preuves attendues par la banque",
    ...limit,
    dueAt: payment.disputeDueAt ?? limit.dueAt,
  };
}

function ofDeletion({ userId, name, askedAt, dueAt, upcoming }: WaitingRequest): Found {
  return {
    ...{ kind: "deletion", id: userId, name: KIND_NAMES.deletion },
    title: `Compte professionnel de ${name}`,
    context:
      upcoming > 0
        ? `Réservations à venir à régler avant : ${upcoming}`
        : "Exécutée à l'échéance, sauf retrait",
    ...{ receivedAt: askedAt, dueAt, basis: "law", within: "1 mois" },
  };
}

function ofMessage({ id, kind, name, subject, message, createdAt }: Message): Found {
  const names = {
    contact: KIND_NAMES.message,
    gift_card: "Carte cadeau",
    withdrawal: "Rétractation",
  };
  return {
    ...{ kind: "message", id, name: names[kind] },
    title: `« ${shortened(message)} »`,
    context: isContactSubject(subject) ? `${name} · ${CONTACT_SUBJECT_LABELS[subject]}` : name,
    ...limited(kind, createdAt),
  };
}
