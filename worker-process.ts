import { openRuntime } from "#core/runtime.server.ts";
import { startWork } from "./worker.ts";

/*
 * A worker in a process of its own (`npm run worker`). It cannot be worker.ts, since the server
 * works the queues too: code that two entries share is built into a file that is the main program
 * of neither.
 */
const runtime = await openRuntime(process.env, "worker");
await startWork(runtime);
runtime.log.info("worker started");

const stop = () => runtime.close().then(() => process.exit(0));
process.once("SIGTERM", stop);
process.once("SIGINT", stop);
