import type { Logger } from "./log.server.ts";
import { unhandledRejections } from "./metrics.server.ts";

/**
 * From now on, a promise that fails without anybody listening is logged and counted, and this process
 * goes on: whoever waits elsewhere is not concerned. An error that nobody catches ends it, since what
 * it left behind is not known. For the programs that run the site alone: in tests, both must fail.
 */
export function outliveRejections(log: Logger): void {
  process.on("unhandledRejection", (reason) => {
    unhandledRejections.inc();
    log.error({ err: reason }, "a promise failed and nobody listened");
  });
  process.on("uncaughtException", (error) => {
    log.fatal({ err: error }, "an error that nobody caught ends this process");
    process.exit(1);
  });
}

/** At the first SIGTERM or SIGINT, stops and ends this process; a failure on the way is logged. */
export function stopOnSignals(log: Logger, stop: () => Promise<void>): void {
  let isStopping = false;
  const end = async () => {
    if (isStopping) return;
    isStopping = true;
    try {
      await stop();
      process.exit(0);
    } catch (error) {
      log.fatal({ err: error }, "this process could not stop in order");
      process.exit(1);
    }
  };
  process.on("SIGTERM", end);
  process.on("SIGINT", end);
}
