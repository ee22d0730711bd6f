import type { Logger } from "./log.server.ts";
import { unhandledRejections } from "./metrics.server.ts";

/** Survives unheard rejections but not uncaught errors, which leave an unknown state. */
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
