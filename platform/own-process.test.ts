import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";

/** Runs some lines in a process of their own, for which both promises were made. */
async function run(lines: string) {
  const program = `
    import { createLogger } from "#platform/log.server.ts";
    import { registry } from "#platform/metrics.server.ts";
    import { outliveRejections, stopOnSignals } from "#platform/own-process.server.ts";
    const log = createLogger("info");
    outliveRejections(log);
    ${lines}`;
  const options = ["--input-type=module", "--eval", program];
  const child = spawn(process.execPath, options, { stdio: ["ignore", "pipe", "inherit"] });
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, "exit")]);
  const logged = said.split("\n").flatMap((line) => (line.startsWith("{") ? JSON.parse(line) : []));
  return { code, said, logged };
}

const stack = expect.stringMatching(/ at .*readReviews/);

describe("a process that runs the site", () => {
  test("logs and counts a promise that nobody listens to, and goes on", async () => {
    const { code, said, logged } = await run(`
      async function readReviews() { throw new Error("no reviews"); }
      readReviews();
      readReviews();
      setTimeout(async () => console.log(await registry.metrics()), 10);`);
    expect(code).toBe(0);
    expect(said).toContain("\nunhandled_rejections_total 2\n");
    expect(logged).toHaveLength(2);
    expect(logged[0]).toMatchObject({ level: 50, err: { message: "no reviews", stack } });
  });

  test("logs an error that nobody catches, and ends", async () => {
    const { code, logged } = await run(`
      function readReviews() { throw new Error("no reviews"); }
      setInterval(() => {}, 1_000);
      setTimeout(readReviews);`);
    expect(code).toBe(1);
    expect(logged).toMatchObject([{ level: 60, err: { message: "no reviews", stack } }]);
  });

  test("ends when it is told to, also when it cannot stop in order", async () => {
    const stopped = await run(`
      stopOnSignals(log, async () => log.info("stopped"));
      setInterval(() => {}, 1_000);
      for (const signal of ["SIGTERM", "SIGINT"]) process.kill(process.pid, signal);`);
    expect(stopped.code).toBe(0);
    expect(stopped.logged).toMatchObject([{ msg: "stopped" }]);
    const failed = await run(`
      async function readReviews() { throw new Error("no reviews"); }
      stopOnSignals(log, readReviews);
      setInterval(() => {}, 1_000);
      process.kill(process.pid, "SIGTERM");`);
    expect(failed.code).toBe(1);
    expect(failed.logged).toMatchObject([{ level: 60, err: { stack } }]);
  });
});
