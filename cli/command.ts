import type { ParseArgsOptionsConfig } from "node:util";
import type { Context } from "#core/context.server.ts";

/** The decoded arguments of a command. */
export interface Given {
  args: string[];
  options: Record<string, string | boolean | undefined>;
}

/** One operator's command: it decodes, calls one use case and says what was done. */
export interface Command {
  /** The arguments as the help shows them after the name: « <e-mail> [--yes] ». */
  usage: string;
  /** In French. */
  help: string;
  /** The number of arguments. */
  takes?: number;
  options?: ParseArgsOptionsConfig;
  /** The command cannot be undone and does nothing without `--yes`. */
  isDestructive?: boolean;
  /**
   * @param print writes one line to the standard output.
   * @returns false when something is wrong that the operator has to look at.
   */
  run(ctx: Context, given: Given, print: (line: string) => void): Promise<boolean>;
}
