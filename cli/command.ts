import type { Context } from "#core/context.server.ts";
import { AppError } from "#core/errors.ts";

export interface Given {
  args: string[];
  options: Record<string, string | boolean | undefined>;
}

export interface Command {
  /** « <e-mail> [--quiet] --since <jour> »: what is not named here is refused. */
  usage?: string;
  help: string;
  /** Requires `--yes`. */
  isDestructive?: boolean;
  /** Resolves to false when something is wrong that the operator has to look at. */
  run(ctx: Context, given: Given, print: (line: string) => void): Promise<boolean | undefined>;
}

/** @throws AppError `invalid_input` without `--reason`. */
export function reasonOf({ reason }: Given["options"]): string {
  if (typeof reason === "string" && reason.trim() !== "") return reason;
  throw new AppError("invalid_input", { message: "Donnez une raison par --reason." });
}

export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** @throws AppError `invalid_input` unless exactly one is given. */
export function chosen<Decision extends string>(
  options: Given["options"],
  among: Record<string, Decision>,
): Decision {
  const [one, ...others] = Object.keys(among).filter((name) => options[name]);
  const decision = one && among[one];
  if (decision && others.length === 0) return decision;
  const names = Object.keys(among).map((name) => `--${name}`);
  throw new AppError("invalid_input", { message: `Choisissez ${names.join(" ou ")}.` });
}

/** Makes a command for the second person (rule: goodwill). */
export function ofSecondPerson(
  object: string,
  help: string,
  decide: (
    ctx: Context,
    decided: { proposalId: string; decision: "grant" | "refuse"; reason: string },
  ) => Promise<void>,
  said: { grant: string; refuse: string },
): Command {
  return {
    usage: `<${object}> --grant | --refuse --reason <texte>`,
    help,
    isDestructive: true,
    async run(ctx, { args: [proposalId = ""], options }, print) {
      const decision = chosen(options, { grant: "grant", refuse: "refuse" });
      await decide(ctx, { proposalId, decision, reason: textOf(options.reason) });
      print(said[decision]);
    },
  };
}

export function aboutOne(
  usage: string,
  help: string,
  act: (
    ctx: Context,
    named: string,
    given: { options: Given["options"]; reason: string },
  ) => Promise<string>,
  further: Pick<Command, "isDestructive"> = {},
): Command {
  return {
    usage: `${usage} --reason <texte>`,
    help,
    ...further,
    async run(ctx, { args: [named = ""], options }, print) {
      print(await act(ctx, named, { options, reason: reasonOf(options) }));
    },
  };
}

export function aboutPerson(
  help: string,
  act: (ctx: Context, person: { email: string; reason: string }) => Promise<string>,
  further: Pick<Command, "isDestructive"> = {},
): Command {
  return aboutOne(
    "<e-mail>",
    help,
    (ctx, email, { reason }) => act(ctx, { email, reason }),
    further,
  );
}

/** Lists what there is, an item by one line or several, or says that there is none. */
export function listing<Item>(
  help: string,
  read: (ctx: Context) => Promise<readonly Item[]>,
  linesOf: (item: Item, ctx: Context) => string | string[],
  none: string,
): Command {
  return {
    help,
    async run(ctx, _, print) {
      const items = await read(ctx);
      for (const line of items.flatMap((item) => linesOf(item, ctx))) print(line);
      if (items.length === 0) print(none);
    },
  };
}

export const oneLine = (text: string) => text.replaceAll(/\s+/g, " ");
