import { formatDate } from "#core/dates.ts";
import { AppError } from "#core/errors.ts";
import { decideCase } from "#core/reviews/reports/decide-case.server.ts";
import { REASON_WORDS } from "#core/reviews/reports/labels.ts";
import { listOpenCases } from "#core/reviews/reports/list-open-cases.server.ts";
import type { Reason } from "#core/reviews/reports/rules.ts";
import type { Command } from "./command.ts";

export const REVIEW_COMMANDS: Record<string, Command> = {
  reports: {
    usage: "",
    help: "liste les avis signalés, et ceux d'une absence contestée, qui attendent une décision",
    async run(ctx, _, print) {
      const cases = await listOpenCases(ctx);
      for (const { reviewId, status, professional, rating, text, reports } of cases) {
        const mark = rating === null ? "sans note" : `${rating} sur 5`;
        const state = status === "waiting" ? "absence contestée, pas encore publié" : "publié";
        print(`${reviewId}  ${professional}  ${mark}  ${state}`);
        if (text) print(`   « ${oneLine(text)} »`);
        for (const report of reports) {
          const who = report.isDoubt ? "doute du professionnel" : "signalement";
          const why = REASON_WORDS[report.reason as Reason];
          print(`   ${formatDate(report.createdAt)}, ${who} : ${why}. ${oneLine(report.text)}`);
        }
      }
      if (cases.length === 0) print("Aucun avis n'attend de décision.");
      return true;
    },
  },
  "decide-report": {
    usage: "<avis> --publish | --refuse --reason <texte>",
    help: "publie ou refuse un avis ; la raison est écrite à son auteur et à ceux qui l'ont signalé",
    takes: 1,
    options: {
      ...{ publish: { type: "boolean" }, refuse: { type: "boolean" }, reason: { type: "string" } },
    },
    isDestructive: true,
    async run(ctx, { args: [reviewId = ""], options }, print) {
      if (Boolean(options.publish) === Boolean(options.refuse)) {
        throw new AppError("invalid_input", { message: "Choisissez --publish ou --refuse." });
      }
      if (typeof options.reason !== "string" || options.reason.trim() === "") {
        throw new AppError("invalid_input", { message: "Donnez une raison par --reason." });
      }
      const decision = options.publish ? "publish" : "refuse";
      await decideCase(ctx, { reviewId, decision, reason: options.reason });
      print(decision === "publish" ? "Avis publié." : "Avis refusé : son auteur sait pourquoi.");
      return true;
    },
  },
};

const oneLine = (text: string) => text.replaceAll(/\s+/g, " ");
