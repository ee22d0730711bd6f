import { openContext, openRuntime } from "#core/runtime.server.ts";
import { runCommand } from "./cli/run-command.ts";

/** The operator's commands; without one, the list. */
if (import.meta.main) {
  process.exitCode = await runCommand(
    process.argv.slice(2),
    { out: (line) => console.log(line), err: (line) => console.error(line) },
    async (work) => {
      const runtime = await openRuntime(process.env, "cli");
      try {
        return await work(openContext(runtime));
      } finally {
        await runtime.close();
      }
    },
  );
}
