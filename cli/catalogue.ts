import {
  acceptType,
  listProposedTypes,
} from "#core/catalogue/activity-types/accept-type.server.ts";
import type { Context } from "#core/context.server.ts";
import type { Command } from "./command.ts";

/** Makes a command about one category, whatever the case and accents of its name. */
function aboutCategory(
  help: string,
  act: (ctx: Context, name: string) => Promise<string>,
): Command {
  return {
    usage: "<catégorie>",
    help,
    takes: 1,
    async run(ctx, { args: [name = ""] }, print) {
      print(await act(ctx, name));
      return true;
    },
  };
}

export const CATALOGUE_COMMANDS: Record<string, Command> = {
  categories: {
    usage: "",
    help: "liste les catégories que des praticiens ont écrites et qui ne sont proposées qu'à eux",
    async run(ctx, _, print) {
      const proposed = await listProposedTypes(ctx);
      for (const { name, sessions, by } of proposed) {
        print(`${name}  ${sessions} session${sessions > 1 ? "s" : ""}  ${by.join(", ")}`.trim());
      }
      if (proposed.length === 0) print("Aucune catégorie en attente.");
      return true;
    },
  },
  "accept-category": aboutCategory(
    "propose une catégorie à tous : formulaires, suggestions, pages des pratiques",
    async (ctx, name) => `${await acceptType(ctx, { name, accepted: true })} est proposée à tous.`,
  ),
  "withdraw-category": aboutCategory(
    "la laisse à ceux qui l'utilisent ; leurs sessions la gardent",
    async (ctx, name) =>
      `${await acceptType(ctx, { name, accepted: false })} n'est plus proposée qu'à ceux qui l'utilisent.`,
  ),
};
