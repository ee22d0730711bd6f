import type { ParseArgsOptionsConfig } from "node:util";
import type { Context } from "#core/context.server.ts";

/** What a command was given, decoded. */
export interface Given {
  args: string[];
  options: Record<string, string | boolean | undefined>;
}

/** One operator's command: decodes, calls one use case, says what was done. */
export interface Command {
  /** As the help shows it after the name: « <e-mail> [--yes] ». */
  usage: string;
  /** French. */
  help: string;
  /** How many arguments it takes. */
  takes?: number;
  options?: ParseArgsOptionsConfig;
  /** Cannot be taken back: does nothing without `--yes`. */
  isDestructive?: boolean;
  /**
   * @param print writes one line to the standard output.
   * @returns false when something is wrong that the operator has to look at.
   */
  run(ctx: Context, given: Given, print: (line: string) => void): Promise<boolean>;
}
