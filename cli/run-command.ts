import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import type { Context } from "#core/context.server.ts";
import { isAppError } from "#core/errors.ts";
import { COMMAND_LINE } from "#core/operators/rules.ts";
import { whyUnreachable } from "#platform/postgres.server.ts";
import type { Command, Given } from "./command.ts";

const topics = import.meta.glob<Record<string, Command>>(
  ["./*.ts", "!./command.ts", "!./*.test.ts"],
  { eager: true, import: "commands" },
);

export const COMMANDS: Record<string, Command> = Object.assign({}, ...Object.values(topics));

export const EXIT = { done: 0, refused: 1, misused: 2 } as const;

export interface Printer {
  out(line: string): void;
  err(line: string): void;
}

export async function runCommand(
  argv: readonly string[],
  printer: Printer,
  withContext: <T>(work: (ctx: Context) => Promise<T>) => Promise<T>,
): Promise<number> {
  const [name = "help", ...rest] = argv;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) {
    const isHelp = ["help", "--help", "-h"].includes(name);
    const tell = isHelp ? printer.out : printer.err;
    if (!isHelp) tell(`Commande inconnue : ${name}\n`);
    for (const line of helpLines()) tell(line);
    return isHelp ? EXIT.done : EXIT.misused;
  }
  const given = decode(command, rest);
  if (!given) {
    printer.err(`Usage : npm run cli -- ${usageOf(name, command)}`);
    return EXIT.misused;
  }
  if (command.isDestructive && !given.options.yes) {
    printer.err(`${name} : ${command.help}.`);
    printer.err("Rien n'a été fait. Ajoutez --yes pour confirmer.");
    return EXIT.misused;
  }
  try {
    const isFine = await withContext((ctx) =>
      command.run({ ...ctx, operator: COMMAND_LINE }, given, printer.out),
    );
    return isFine === false ? EXIT.refused : EXIT.done;
  } catch (error) {
    if (isAppError(error)) {
      const why = error.cause instanceof Error ? ` (${error.cause.message})` : "";
      printer.err((Object.values(error.fields ?? {}).flat()[0] ?? error.message) + why);
      return error.code === "invalid_input" ? EXIT.misused : EXIT.refused;
    }
    // Our own refusals already describe Stripe, files or the mail server.
    const unreachable = whyUnreachable(error);
    if (unreachable !== null) {
      printer.err(
        `La base de données ne répond pas (${unreachable}) : vérifiez que PostgreSQL fonctionne et que DATABASE_URL est juste.`,
      );
    } else if (error instanceof Error && "syscall" in error) {
      printer.err(`Le système refuse : ${error.message}`);
    } else throw error;
    return EXIT.refused;
  }
}

function decode(command: Command, rest: string[]): Given | null {
  const { takes, options } = argumentsOf(command);
  try {
    const parsed = parseArgs({ args: rest, options, allowPositionals: true });
    const given = { args: parsed.positionals, options: parsed.values as Given["options"] };
    return given.args.length === takes ? given : null;
  } catch {
    return null;
  }
}

/** Reads a usage line: an option that a word follows is a text, any other is a switch. */
export function argumentsOf({ usage = "", isDestructive }: Command) {
  const [before = ""] = usage.split("--");
  const options: ParseArgsOptionsConfig = isDestructive ? { yes: { type: "boolean" } } : {};
  for (const [, name = "", value] of usage.matchAll(/--([a-z-]+)(?: ([^-|[]))?/g)) {
    options[name] = { type: value ? "string" : "boolean" };
  }
  return { takes: before.match(/</g)?.length ?? 0, options };
}

function usageOf(name: string, { usage, isDestructive }: Command): string {
  return [name, usage, isDestructive && "--yes"].filter(Boolean).join(" ");
}

function helpLines(): string[] {
  return [
    "Usage : npm run cli -- <commande>",
    "",
    ...Object.entries(COMMANDS).flatMap(([name, command]) => [
      `  ${usageOf(name, command)}`,
      `      ${command.help}`,
    ]),
  ];
}
