import type { ParseArgsOptionsConfig } from "node:util";
import type { Context } from "#core/context.server.ts";
import { AppError } from "#core/errors.ts";

export interface Given {
  args: string[];
  options: Record<string, string | boolean | undefined>;
}

export interface Command {
  /** « <e-mail> [--yes] » */
  usage: string;
  help: string;
  takes?: number;
  options?: ParseArgsOptionsConfig;
  isDestructive?: boolean;
  /** False when something is wrong that the operator has to look at. */
  run(ctx: Context, given: Given, print: (line: string) => void): Promise<boolean>;
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
    takes: 1,
    options: {
      ...{ grant: { type: "boolean" }, refuse: { type: "boolean" }, reason: { type: "string" } },
    },
    isDestructive: true,
    async run(ctx, { args: [proposalId = ""], options }, print) {
      const decision = chosen(options, { grant: "grant", refuse: "refuse" });
      await decide(ctx, { proposalId, decision, reason: textOf(options.reason) });
      print(said[decision]);
      return true;
    },
  };
}

export function aboutOne(
  object: string,
  help: string,
  act: (
    ctx: Context,
    named: string,
    given: { options: Given["options"]; reason: string },
  ) => Promise<string>,
  further: Pick<Command, "options" | "isDestructive"> & { usage?: string } = {},
): Command {
  const { usage, options, isDestructive } = further;
  return {
    usage: [`<${object}>`, usage, "--reason <texte>"].filter(Boolean).join(" "),
    help,
    takes: 1,
    options: { reason: { type: "string" }, ...options },
    ...(isDestructive && { isDestructive }),
    async run(ctx, { args: [named = ""], options: given }, print) {
      print(await act(ctx, named, { options: given, reason: reasonOf(given) }));
      return true;
    },
  };
}

export const oneLine = (text: string) => text.replaceAll(/\s+/g, " ");
