import { exportBookings } from "#core/bookings/lists/export-bookings.server.ts";
import { exportPerson } from "#core/privacy/copy/export-data.server.ts";
import { type Command, reasonOf } from "./command.ts";

export const DATA_COMMANDS: Record<string, Command> = {
  export: {
    usage: "<e-mail> --reason <texte>",
    help: "écrit en JSON tout ce que le site garde d'une personne",
    takes: 1,
    options: { reason: { type: "string" } },
    async run(ctx, { args: [email = ""], options }, print) {
      const copy = await exportPerson(ctx, { email, reason: reasonOf(options) });
      print(JSON.stringify(copy, null, 2));
      return true;
    },
  },
  "export-bookings": {
    usage: "[--since <AAAA-MM-JJ>] --reason <texte>",
    help: "écrit en CSV les réservations, ou celles faites depuis ce jour",
    options: { since: { type: "string" }, reason: { type: "string" } },
    async run(ctx, { options }, print) {
      const since = typeof options.since === "string" ? { since: options.since } : {};
      const asked = { ...since, reason: reasonOf(options) };
      for await (const line of exportBookings(ctx, asked)) print(line);
      return true;
    },
  },
};
