import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePorts } from "../../launch/ports.ts";
import type { Question } from "../load.ts";
import type { World } from "../part.ts";

/** What all of them sell: a place in a session, as many as `seats`. */
export interface Offer {
  /** Lower-case letters, digits and dashes. */
  id: string;
  title: string;
  description: string;
  cents: number;
  seats: number;
}

/** A running shop with the same offers as the others, the last of which has one place. */
export interface Peer {
  name: string;
  url: string;
  /** Twenty offers of an activity in a town. */
  search: Question;
  detail(offer: number): Question;
  /** Whoever comes for the first time puts a place of this offer into their cart. */
  takeSeat(buyer: number, offer: number): Promise<void>;
  /** Whoever comes for the first time buys the last offer's only place. @throws SoldOut */
  buyLast(buyer: number): Promise<void>;
  stop(): Promise<void>;
}

export class SoldOut extends Error {}

/** In production, and nobody outside is told of it. */
const ALONE = {
  ...{ NODE_ENV: "production", VENDURE_DISABLE_TELEMETRY: "true" },
  MEDUSA_DISABLE_TELEMETRY: "true",
};

/** Starts a shop of one of these folders with its own packages, and waits until it answers. */
export async function startShop(
  { dataDir }: World,
  folder: string,
  argsOf: (port: string) => readonly string[],
  env: Record<string, string> = {},
): Promise<Pick<Peer, "url" | "stop">> {
  const port = await freePorts(1);
  const url = `http://127.0.0.1:${port}`;
  const logFile = path.join(dataDir, `${folder}.log`);
  const output = fs.openSync(logFile, "w");
  const shop = spawn(process.execPath, argsOf(String(port)), {
    cwd: path.join(import.meta.dirname, folder),
    env: { ...process.env, ...ALONE, ...env },
    stdio: ["ignore", output, output],
  });
  fs.closeSync(output);
  process.once("exit", () => shop.kill("SIGKILL"));
  while (!(await fetch(`${url}/health`).catch(() => null))) {
    if (shop.exitCode !== null) throw new Error(`${folder} has ended; its log is ${logFile}`);
    await sleep(200);
  }
  const stop = async () => {
    const exited = once(shop, "exit");
    shop.kill("SIGKILL");
    await exited;
  };
  return { url, stop };
}

/** Runs one of their scripts to its end. */
export async function runScript(
  folder: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<void> {
  const child = spawn(process.execPath, args, {
    cwd: path.join(import.meta.dirname, folder),
    env: { ...process.env, ...ALONE, ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const code = await new Promise((resolve) => child.once("exit", resolve));
  if (code !== 0) throw new Error(`${folder}: ${args.join(" ")} ended with ${code}`);
}

/** A call of one buyer, who keeps what the shop knows them by. */
export async function call(
  url: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Headers; body: never }> {
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(60_000),
  });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as never };
}
