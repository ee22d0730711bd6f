import { formatDate } from "#core/dates.ts";
import { BASES, type Basis } from "#core/moderation/rules.ts";
import { CASE_REASON_WORDS } from "#core/reviews/labels.ts";
import { decideCase, listOpenCases } from "#core/reviews/reports/decide-case.server.ts";
import { type Command, chosen, oneLine, reasonOf } from "./command.ts";

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
