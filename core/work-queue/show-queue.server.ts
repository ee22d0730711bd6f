import { CONTEST_LABELS } from "../bookings/presence/labels.ts";
import { listMessageCases } from "../bookings/reported-messages/decide-message-case.server.ts";
import { MESSAGE_REASON_WORDS, type MessageReason } from "../bookings/reported-messages/rules.ts";
import type { OpenMessageCase } from "../bookings/reported-messages/schema.ts";
import { listProposals } from "../categories/decide-category.server.ts";
import type { CategoryLine } from "../categories/schema.ts";
import { listOpenMessages, type Message } from "../contact/close-message.server.ts";
import { CONTACT_SUBJECT_LABELS, isContactSubject } from "../contact/labels.ts";
import { isAboutRights } from "../contact/rules.ts";
import type { Context } from "../context.server.ts";
import { monthsAfter } from "../dates.ts";
import { CONTENT_REASON_WORDS } from "../moderation/labels.ts";
import type { OpenContentCase } from "../moderation/schema.ts";
import { listContentCases } from "../moderation/show-content-case.server.ts";
import type { RefusedMail } from "../notifications/list-mails.server.ts";
import { requireOperator } from "../operators/rules.ts";
import { parseInput } from "../parse.ts";
import {
  listDeletionRequests,
  type WaitingRequest,
} from "../privacy/deletion/erase-account.server.ts";
import { mailError, mailName } from "../records/labels.ts";
import { listRefusedMails } from "../records/mails/settle-refused-mail.server.ts";
import { CASE_REASON_WORDS } from "../reviews/labels.ts";
import { listOpenCases } from "../reviews/reports/decide-case.server.ts";
import type { OpenCase } from "../reviews/reports/schema.ts";
import { listAccountContests } from "../sanctions/contest-account-decision.server.ts";
import { SANCTION_WORDS } from "../sanctions/labels.ts";
import type { OpenContest } from "../sanctions/schema.ts";
import { listTaxRequests, type OwedDetails } from "../taxes/decide-tax-request.server.ts";
import { lowered } from "../texts/first-letter.ts";
import { KIND_WORDS } from "../verifications/labels.ts";
import type { OpenVerification } from "../verifications/schema.ts";
import { listVerifications } from "../verifications/show-verification.server.ts";
import { KIND_FILTERS, KIND_NAMES } from "./labels.ts";
import { listMoneyWork } from "./list-money-work.server.ts";
import { limited, MESSAGES_SHOWN, shortened, takenAs, type WorkKind } from "./rules.ts";
import { type Found, queueQuery, type Work } from "./schema.ts";
import { listAsked, listTaken } from "./store.server.ts";

export interface Queue {
  works: Work[];
  /** Counts everything that waits, whatever is shown. */
  total: number;
  mine: number;
  nobodys: number;
  filters: { id: string; name: string; count: number }[];
  asked: { genre: string; pour: "moi" | "personne" | undefined };
}

/** Due first at the head (rule: work-queue). */
export async function showQueue(ctx: Context, input: unknown): Promise<Queue> {
  const { operatorId } = requireOperator(ctx);
  const query = parseInput(queueQuery, input);
  const taken = await listTaken(ctx.db);
  const asked = await listAsked(ctx.db);
  const found = await findWork(ctx);
  const takers = new Map(taken.map((one) => [keyOf(one), one]));
  const works = found
    .map((work): Work => {
      const taker = takers.get(takenKeyOf(work));
      const takenBy = taker ? { name: taker.name, isMe: taker.operatorId === operatorId } : null;
      const opinions = asked
        .filter((one) => keyOf(one) === keyOf(work))
        .map(({ of, by, askedOf }) => ({ of, by, isOfMe: askedOf === operatorId }));
      return { ...work, takenBy, opinions };
    })
    .sort((one, other) => one.dueAt.getTime() - other.dueAt.getTime());
  const kinds = KIND_FILTERS.find(({ id }) => id === query.genre)?.kinds;
  const isMine = ({ takenBy, opinions }: Work) =>
    takenBy?.isMe === true || opinions.some(({ isOfMe }) => isOfMe);
  return {
    works: works.filter(
      (work) =>
        (!kinds || kinds.includes(work.kind)) &&
        (!query.pour || (query.pour === "moi" ? isMine(work) : work.takenBy === null)),
    ),
    total: works.length,
    mine: works.filter(isMine).length,
    nobodys: works.filter(({ takenBy }) => takenBy === null).length,
    filters: KIND_FILTERS.map(({ id, name, kinds }) => {
      return { id, name, count: works.filter(({ kind }) => kinds.includes(kind)).length };
    }),
    asked: { genre: kinds ? query.genre : "", pour: query.pour },
  };
}

export async function findOwnWork(
  ctx: Context,
  { kind, id }: { kind: WorkKind | readonly WorkKind[]; id: string },
): Promise<Work | null> {
  const kinds = [kind].flat();
  const { works } = await showQueue(ctx, {});
  return works.find((work) => work.id === id && kinds.includes(work.kind)) ?? null;
}

export const keyOf = ({ kind, id }: { kind: WorkKind; id: string }) => `${kind} ${id}`;
export const takenKeyOf = ({ kind, id }: { kind: WorkKind; id: string }) =>
  keyOf({ kind: takenAs(kind), id });

export async function findWork(ctx: Context): Promise<Found[]> {
  return [
    ...(await listOpenCases(ctx)).flatMap(ofCase),
    ...(await listMessageCases(ctx)).map(ofMessageCase),
    ...(await listContentCases(ctx)).map(ofContentCase),
    ...(await listAccountContests(ctx)).map(ofContest),
    ...(await listVerifications(ctx)).map(ofVerification),
    ...(await listProposals(ctx)).map(ofCategory),
    ...(await listMoneyWork(ctx)),
    ...(await listDeletionRequests(ctx)).map(ofDeletion),
    ...(await listOpenMessages(ctx, MESSAGES_SHOWN)).map(ofMessage),
    ...(await listRefusedMails(ctx, MESSAGES_SHOWN)).map(ofMail),
    ...(await listTaxRequests(ctx)).filter(({ isWaiting }) => isWaiting).map(ofTaxRequest),
  ];
}

const CONTESTED = "Décision contestée";

/** A report and a contested decision are two, each with its own time. */
function ofCase(found: OpenCase): Found[] {
  const { reviewId, reports, contest, professional, rating, status, publishedAt } = found;
  const [first] = reports;
  const text = (first?.isReply && found.reply) || found.text;
  const said = text ? `« ${shortened(text)} »` : `${rating ?? 0} sur 5, sans texte`;
  const lineOf = (name: string, words: string, context: string): Omit<Found, keyof Limited> => ({
    ...{ kind: "review", id: reviewId, name, context },
    title: `Avis sur ${professional} : ${lowered(words)}`,
  });
  const lines: Found[] = [];
  if (first) {
    // The filter's words say more than the review's own.
    const context = first.reason === "filter" ? `« ${shortened(first.text)} »` : said;
    const why = CASE_REASON_WORDS[first.reason];
    const words = first.isReply ? `réponse, ${lowered(why)}` : why;
    const line = lineOf(KIND_NAMES.review, words, context);
    lines.push({ ...line, ...limited("report", first.createdAt) });
  } else if (status === "waiting") {
    const word = found.contestedAs && `, « ${CONTEST_LABELS[found.contestedAs]} »`;
    const line = lineOf(KIND_NAMES.review, `Absence contestée${word ?? ""}`, said);
    lines.push({ ...line, ...limited("report", publishedAt) });
  }
  if (contest) {
    const line = lineOf(CONTESTED, CONTESTED, `« ${shortened(contest.text)} »`);
    lines.push({ ...line, ...limited("appeal", contest.contestedAt) });
  }
  return lines;
}

type Limited = ReturnType<typeof limited>;

function ofMessageCase(found: OpenMessageCase): Found {
  const { messageId, by, professional, text, reason, since } = found;
  const words = reason ? MESSAGE_REASON_WORDS[reason as MessageReason] : CONTESTED;
  return {
    ...{ kind: "letter", id: messageId, name: reason ? KIND_NAMES.letter : CONTESTED },
    title: `Message ${by === "client" ? "à" : "de"} ${professional} : ${lowered(words)}`,
    context: `« ${shortened(text)} »`,
    ...limited(reason ? "report" : "appeal", since),
  };
}

const WHY_CONTENT: Record<OpenContentCase["why"], string> = {
  ...CONTENT_REASON_WORDS,
  filter: "Mots à relire, repérés par notre filtre",
  contested: CONTESTED,
  correction: "Correction attendue",
};

function ofContentCase(found: OpenContentCase): Found {
  const { contentId, title, professional, why, text, since, dueAt } = found;
  const limit = limited(why === "contested" ? "appeal" : "report", since);
  return {
    ...{ kind: "content", id: contentId },
    name: why === "contested" ? CONTESTED : KIND_NAMES.content,
    title: `${title === professional ? title : `${title}, ${professional}`} : ${WHY_CONTENT[why].toLowerCase()}`,
    context: `« ${shortened(text)} »`,
    ...limit,
    dueAt: dueAt ?? limit.dueAt,
  };
}

function ofContest({ userId, name, measure, text, contestedAt }: OpenContest): Found {
  return {
    ...{ kind: "account", id: userId, name: KIND_NAMES.account },
    title: `${name} : ${lowered(SANCTION_WORDS[measure])}, contesté`,
    context: `« ${shortened(text)} »`,
    ...limited("appeal", contestedAt),
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

function ofCategory({ id, name, sessions, by, createdAt }: CategoryLine): Found {
  return {
    ...{ kind: "category", id, name: KIND_NAMES.category, title: name },
    context: `Séances : ${sessions}. ${shortened(by.join(", "))}`,
    ...limited("category", createdAt),
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

function ofMail({ id, kind, to, error, createdAt }: RefusedMail): Found {
  return {
    ...{ kind: "mail", id, name: KIND_NAMES.mail },
    title: `${mailName(kind)}, à ${to}`,
    context: shortened(mailError(error), 90),
    ...limited("refused_mail", createdAt),
  };
}

function ofMessage(found: Message): Found {
  const { id, kind, name, subject, message, createdAt } = found;
  const title = `« ${shortened(message)} »`;
  if (isAboutRights(found)) {
    const limit = { basis: "law", within: "1 mois", dueAt: monthsAfter(createdAt, 1) } as const;
    const context = `${name} · RGPD, articles 15 à 22`;
    return {
      kind: "rights",
      id,
      name: KIND_NAMES.rights,
      title,
      context,
      ...limit,
      receivedAt: createdAt,
    };
  }
  const names = {
    contact: KIND_NAMES.message,
    gift_card: "Carte cadeau",
    withdrawal: "Rétractation",
  };
  return {
    ...{ kind: "message", id, name: names[kind] },
    title,
    context: isContactSubject(subject) ? `${name} · ${CONTACT_SUBJECT_LABELS[subject]}` : name,
    ...limited(kind, createdAt),
  };
}

function ofTaxRequest({ professionalId, name, reminders, isHeld, ...request }: OwedDetails): Found {
  return {
    ...{ kind: "tax", id: professionalId, name: KIND_NAMES.tax, title: name },
    context: isHeld ? "Ne publie plus rien" : `Rappels envoyés : ${reminders} sur 2`,
    ...{ receivedAt: request.lookedAt ?? request.askedAt, dueAt: request.dueAt, basis: "law" },
    within: request.lookedAt ? "4 semaines" : "60 jours",
  };
}
