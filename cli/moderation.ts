import {
  decideMessageCase,
  listMessageCases,
  showMessageCase,
} from "#core/bookings/reported-messages/decide-message-case.server.ts";
import { formatDate } from "#core/dates.ts";
import { decideContent } from "#core/moderation/decide-content.server.ts";
import { CONTENT_REASON_WORDS, MEASURE_WORDS } from "#core/moderation/labels.ts";
import { BASES, type Basis, type ContentReason } from "#core/moderation/rules.ts";
import { listContentCases, showContentCase } from "#core/moderation/show-content-case.server.ts";
import { CASE_REASON_WORDS } from "#core/reviews/labels.ts";
import { decideCase, listOpenCases } from "#core/reviews/reports/decide-case.server.ts";
import { type Command, chosen, listing, oneLine, reasonOf } from "./command.ts";

const STATES = {
  published: "publié",
  waiting: "absence contestée, pas encore publié",
  refused: "refusé",
};

const DONE = {
  publish: "Avis publié.",
  reply: "Réponse retirée : son auteur sait pourquoi.",
  refuse: "Avis refusé : son auteur sait pourquoi.",
};

export const commands: Record<string, Command> = {
  contents: listing(
    "liste les offres, photos et pages signalées qui attendent une décision",
    listContentCases,
    ({ contentId, title, professional, text, since }) => [
      `${contentId}  ${formatDate(since)}  ${title}  ${professional}`,
      `   « ${oneLine(text)} »`,
    ],
    "Aucune publication n'attend de décision.",
  ),
  content: {
    usage: "<publication>",
    help: "montre ce qui est signalé, par qui, et ce qui a été décidé",
    async run(ctx, { args: [contentId = ""] }, print) {
      const found = await showContentCase(ctx, { contentId });
      print(`${found.title}  ${found.professional}${found.isGone ? "  n'est plus publiée" : ""}`);
      for (const text of found.texts) print(`   ${oneLine(text)}`);
      if (found.imageUrl) print(`   photo : ${ctx.config.appUrl}${found.imageUrl}`);
      for (const { reason, text, isPicture, email, createdAt, isOpen } of found.reports) {
        const why =
          CONTENT_REASON_WORDS[reason as ContentReason] ?? "filtre de mots, signalé par personne";
        const what = isPicture ? "sur la photo, " : "";
        const state = isOpen ? "" : "  (répondu)";
        print(`${formatDate(createdAt)}  ${what}${why}, ${email ?? "sans adresse"}${state}`);
        print(`   « ${oneLine(text)} »`);
      }
      for (const { by, text, askedAt } of found.appeals) {
        const who = by === "professional" ? "le praticien" : "l'auteur du signalement";
        print(`${formatDate(askedAt)}  contesté par ${who} : « ${oneLine(text)} »`);
      }
      for (const { measure, facts, decidedAt } of found.decisions) {
        print(`${formatDate(decidedAt)}  ${MEASURE_WORDS[measure]} : ${oneLine(facts)}`);
      }
    },
  },
  "decide-content": {
    usage:
      "<publication> --none | --correction | --picture | --hide | --remove --basis <fondement> --reason <texte>",
    help: `décide d'une publication signalée ; les faits sont écrits aux deux côtés. Fondements : ${BASES.join(", ")}`,
    isDestructive: true,
    async run(ctx, { args: [contentId = ""], options }, print) {
      const decision = chosen(options, {
        ...{ none: "none", correction: "correction", picture: "picture", hide: "hidden" },
        remove: "removed",
      } as const);
      const basis = options.basis as Basis | undefined;
      await decideContent(ctx, { contentId, decision, basis, reason: reasonOf(options) });
      print(`${MEASURE_WORDS[decision]} : les deux côtés savent pourquoi.`);
    },
  },
  letters: listing(
    "liste les messages entre client et praticien qui sont signalés",
    listMessageCases,
    ({ messageId, by, professional, text, reason, since }) => {
      const author = by === "client" ? "d'un client à" : "de";
      const why = reason ?? "décision contestée";
      return [
        `${messageId}  ${formatDate(since)}  ${author} ${professional}  ${why}`,
        `   « ${oneLine(text)} »`,
      ];
    },
    "Aucun message n'attend de décision.",
  ),
  letter: {
    usage: "<message>",
    help: "montre un message signalé et ce qu'on lui reproche",
    async run(ctx, { args: [messageId = ""] }, print) {
      const found = await showMessageCase(ctx, { messageId });
      const { by, client, professional, offering, text, reports } = found;
      print(`${by === "client" ? client : professional}, ${offering}`);
      print(`   ${found.isRemoved ? "(retiré)" : `« ${oneLine(text)} »`}`);
      for (const report of reports) {
        const state = report.outcome ? "  (répondu)" : "";
        print(`${formatDate(report.createdAt)}  ${report.reporter} : ${report.reason}${state}`);
        print(`   « ${oneLine(report.text)} »`);
      }
    },
  },
  "decide-letter": {
    usage: "<message> --keep | --remove --basis <fondement> --reason <texte>",
    help: "garde ou retire un message signalé ; la raison est écrite aux deux",
    isDestructive: true,
    async run(ctx, { args: [messageId = ""], options }, print) {
      const decision = chosen(options, { keep: "keep", remove: "remove" } as const);
      const basis = options.basis as Basis | undefined;
      await decideMessageCase(ctx, { messageId, decision, basis, reason: reasonOf(options) });
      print(decision === "keep" ? "Message gardé." : "Message retiré : son auteur sait pourquoi.");
    },
  },
  reports: {
    help: "liste les avis signalés, et ceux d'une absence contestée, qui attendent une décision",
    async run(ctx, _, print) {
      const cases = await listOpenCases(ctx);
      for (const { reviewId, status, professional, rating, text, reports, contest } of cases) {
        const mark = rating === null ? "sans note" : `${rating} sur 5`;
        const state = STATES[status];
        print(`${reviewId}  ${professional}  ${mark}  ${state}`);
        if (text) print(`   « ${oneLine(text)} »`);
        if (contest) print(`   décision contestée : ${oneLine(contest.text)}`);
        for (const report of reports) {
          const what = report.isReply ? "signalement de la réponse : " : "signalement : ";
          const who = report.isDoubt ? "doute du professionnel : " : what;
          const why = CASE_REASON_WORDS[report.reason];
          const by = report.reason === "filter" ? "" : who;
          print(`   ${formatDate(report.createdAt)}, ${by}${why}. ${oneLine(report.text)}`);
        }
      }
      if (cases.length === 0) print("Aucun avis n'attend de décision.");
    },
  },
  "decide-report": {
    usage: "<avis> --publish | --remove-reply | --refuse --basis <fondement> --reason <texte>",
    help: `publie un avis et sa réponse, retire sa réponse seule, ou refuse l'avis ; la raison est écrite à son auteur et à ceux qui l'ont signalé. Fondements : ${BASES.join(", ")}`,
    isDestructive: true,
    async run(ctx, { args: [reviewId = ""], options }, print) {
      const decision = chosen(options, {
        ...{ publish: "publish", "remove-reply": "reply", refuse: "refuse" },
      });
      const reason = reasonOf(options);
      const basis = options.basis as Basis | undefined;
      await decideCase(ctx, { reviewId, decision, basis, reason });
      print(DONE[decision]);
    },
  },
};
