import { exportBookings } from "#core/bookings/lists/export-bookings.server.ts";
import { formatDate } from "#core/dates.ts";
import { exportPerson } from "#core/privacy/copy/export-data.server.ts";
import { listTaxRequests } from "#core/taxes/decide-tax-request.server.ts";
import { exportSellerReport } from "#core/taxes/export-seller-report.server.ts";
import { type Command, listing, reasonOf } from "./command.ts";

export const commands: Record<string, Command> = {
  export: {
    usage: "<e-mail> --reason <texte>",
    help: "écrit en JSON tout ce que le site garde d'une personne",
    async run(ctx, { args: [email = ""], options }, print) {
      const copy = await exportPerson(ctx, { email, reason: reasonOf(options) });
      print(JSON.stringify(copy, null, 2));
    },
  },
  "export-bookings": {
    usage: "[--since <AAAA-MM-JJ>] --reason <texte>",
    help: "écrit en CSV les réservations, ou celles faites depuis ce jour",
    async run(ctx, { options }, print) {
      const since = typeof options.since === "string" ? { since: options.since } : {};
      const asked = { ...since, reason: reasonOf(options) };
      for await (const line of exportBookings(ctx, asked)) print(line);
    },
  },
  "tax-requests": listing(
    "liste les vendeurs à qui l'on a demandé leurs informations fiscales, et qui n'ont rien donné",
    listTaxRequests,
    ({ email, name, askedAt, reminders, isHeld }) => {
      const state = isHeld ? "ne publie plus rien" : `rappels : ${reminders} sur 2`;
      return `${formatDate(askedAt)}  ${email}  ${name}  ${state}`;
    },
    "Personne n'est en attente.",
  ),
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
