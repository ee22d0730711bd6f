import { formatDate } from "#core/dates.ts";
import { listTaxRequests } from "#core/taxes/decide-tax-request.server.ts";
import { exportSellerReport } from "#core/taxes/export-seller-report.server.ts";
import { type Command, reasonOf } from "./command.ts";

export const commands: Record<string, Command> = {
  "tax-requests": {
    help: "liste les vendeurs à qui l'on a demandé leurs informations fiscales, et qui n'ont rien donné",
    async run(ctx, _, print) {
      const requests = await listTaxRequests(ctx);
      for (const { email, name, askedAt, reminders, isHeld } of requests) {
        const state = isHeld ? "ne publie plus rien" : `rappels : ${reminders} sur 2`;
        print(`${formatDate(askedAt)}  ${email}  ${name}  ${state}`);
      }
      if (requests.length === 0) print("Personne n'est en attente.");
    },
  },
  dac7: {
    usage: "<AAAA> --reason <texte>",
    help: "écrit en CSV la déclaration annuelle des vendeurs (DAC7), par trimestre",
    async run(ctx, { args: [year = ""], options }, print) {
      const asked = { year, reason: reasonOf(options) };
      const { lines, missing } = await exportSellerReport(ctx, asked);
      for (const line of lines) print(line);
      return missing === 0;
    },
  },
};
