import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import type { PaymentWorld } from "../make/payments.ts";
import type { Deed, Outcome } from "./racing-process.ts";

const PROCESSES = 3;

export interface Racers {
  /** Has these done at the same moment, dealt out to the processes; answers in the same order. */
  race(deeds: Deed[]): Promise<Outcome[]>;
  stop(): void;
}

/** Processes that work on the world's database and provider, each with its own connections. */
export async function startRacers({ databaseUrl, simulator }: PaymentWorld): Promise<Racers> {
  const script = path.join(import.meta.dirname, "racing-process.ts");
  const args = [databaseUrl, String(simulator.stripe.apiBase)];
  const children = Array.from({ length: PROCESSES }, () =>
    fork(script, args, { serialization: "advanced", execArgv: [] }),
  );
  await Promise.all(children.map((child) => once(child, "message")));
  return {
    async race(deeds) {
      const share = (process: number) => deeds.filter((_, n) => n % PROCESSES === process);
      await Promise.all(children.map((child, process) => ask<string>(child, share(process))));
      const answers = await Promise.all(children.map((child) => ask<Outcome[]>(child, "go")));
      return deeds.map((_, n) => {
        const outcome = answers[n % PROCESSES]?.[Math.floor(n / PROCESSES)];
        if (!outcome) throw new Error("a racer did not answer");
        return outcome;
      });
    },
    stop() {
      for (const child of children) child.kill("SIGKILL");
    },
  };
}

async function ask<Answer>(child: ChildProcess, message: Deed[] | "go"): Promise<Answer> {
  const answer = once(child, "message");
  child.send(message);
  return (await answer)[0] as Answer;
}

/** How often each word was said. */
export function tally(outcomes: Outcome[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { word } of outcomes) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}
