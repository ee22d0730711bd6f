import { openRuntime } from "#core/runtime.server.ts";
import { outliveRejections, stopOnSignals } from "#platform/own-process.server.ts";
import { startWork } from "./worker.ts";

/*
 * A worker in a process of its own (`npm run worker`). It cannot be worker.ts, since the server
 * works the queues too: code that two entries share is built into a file that is the main program
 * of neither.
 */
const runtime = await openRuntime(process.env, "worker");
await startWork(runtime);
runtime.log.info("worker started");
// Only now: a start that fails ends.
outliveRejections(runtime.log);
stopOnSignals(runtime.log, () => runtime.close());
