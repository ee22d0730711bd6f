import { exportBookings } from "#core/bookings/lists/export-bookings.server.ts";
import { exportPerson } from "#core/privacy/copy/export-data.server.ts";
import { type Command, reasonOf } from "./command.ts";

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
};
