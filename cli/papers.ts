import { exportSellerReport } from "#core/papers/export-seller-report.server.ts";
import type { Command } from "./command.ts";

export const PAPER_COMMANDS: Record<string, Command> = {
  dac7: {
    usage: "<AAAA>",
    help: "écrit en CSV la déclaration annuelle des vendeurs (DAC7), par trimestre",
    takes: 1,
    async run(ctx, { args: [year = ""] }, print) {
      const { lines, missing } = await exportSellerReport(ctx, { year });
      for (const line of lines) print(line);
      return missing === 0;
    },
  },
};
