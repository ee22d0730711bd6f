import type { Context } from "#core/context.server.ts";
import { COMMAND_LINE } from "#core/operators/rules.ts";
import { runCommand } from "../../cli/run-command.ts";

/** Runs a command of the operators' with these words; answers its status and everything that it said. */
export async function type(ctx: Context, ...words: string[]) {
  const said: string[] = [];
  const say = (line: string) => said.push(line);
  const asCommandLine = { ...ctx, operator: COMMAND_LINE };
  const status = await runCommand(words, { out: say, err: say }, (work) => work(asCommandLine));
  return { status, said: said.join("\n") };
}
