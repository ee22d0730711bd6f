import { findType } from "#core/catalogue/activity-types/manage-types.server.ts";
import { decideCategory, listProposals } from "#core/categories/decide-category.server.ts";
import type { Context } from "#core/context.server.ts";
import { AppError } from "#core/errors.ts";
import { type Command, type Given, listing } from "./command.ts";

/** Ignores case and accents. @throws AppError `not_found` */
async function idOf(ctx: Context, name: string): Promise<string> {
  const found = await findType(ctx.db, { name });
  if (!found) throw new AppError("not_found", { message: "Cette catégorie n'existe pas." });
  return found.id;
}

function decides(
  decision: string,
  about: Pick<Command, "usage" | "help" | "isDestructive">,
  said: (name: string, typed: string) => string,
  more: (ctx: Context, options: Given["options"]) => object | Promise<object> = () => ({}),
): Command {
  return {
    ...about,
    async run(ctx, { args: [typed = ""], options }, print) {
      const typeId = await idOf(ctx, typed);
      const { reason } = options;
      const asked = { typeId, decision, reason, ...(await more(ctx, options)) };
      print(said(await decideCategory(ctx, asked), typed));
    },
  };
}

export const commands: Record<string, Command> = {
  categories: listing(
    "liste les catégories que des praticiens ont écrites et dont personne n'a décidé",
    listProposals,
    ({ name, sessions, by }) =>
      `${name}  ${sessions} session${sessions > 1 ? "s" : ""}  ${by.join(", ")}`.trim(),
    "Aucune catégorie en attente.",
  ),
  "accept-category": decides(
    "accept",
    {
      usage: "<catégorie> [--as <nom corrigé>] --reason <texte>",
      help: "propose une catégorie à tous : formulaires, suggestions, pages des pratiques",
    },
    (name) => `${name} est proposée à tous.`,
    (_, { as }) => ({ name: as }),
  ),
  "refuse-category": decides(
    "refuse",
    {
      usage: "<catégorie> --reason <texte>",
      help: "la laisse à ceux qui l'utilisent, à qui le motif est écrit",
    },
    (name) => `${name} reste à ceux qui l'utilisent.`,
  ),
  "rename-category": decides(
    "rename",
    {
      usage: "<catégorie> --to <nom> --reason <texte>",
      help: "donne un autre nom à une catégorie proposée à tous ; l'ancien y mène",
    },
    (name, typed) => `${typed} s'appelle maintenant ${name}.`,
    (_, { to }) => ({ name: to }),
  ),
  "merge-category": decides(
    "merge",
    {
      usage: "<catégorie> --into <catégorie> --reason <texte>",
      help: "fond une catégorie dans une autre, où va tout ce qui l'utilise",
      isDestructive: true,
    },
    (name, typed) => `${typed} est dans ${name}.`,
    async (ctx, { into }) => ({ intoId: await idOf(ctx, String(into ?? "")) }),
  ),
  "withdraw-category": decides(
    "withdraw",
    {
      usage: "<catégorie> --reason <texte>",
      help: "la laisse à ceux qui l'utilisent ; leurs sessions la gardent",
    },
    (name) => `${name} n'est plus proposée qu'à ceux qui l'utilisent.`,
  ),
};
