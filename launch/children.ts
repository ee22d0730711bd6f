import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { NODE_FLAGS } from "./node-flags.ts";
import { identify, isAlive } from "./process-identity.ts";
import { Refusal } from "./refusal.ts";
import { type RunRecord, stopProcess, writeRunRecord } from "./run-record.ts";

export interface ProgramOptions {
  name: string;
  /** A program of ours, run by this very Node. */
  script: string;
  env: NodeJS.ProcessEnv;
  /** Where its output goes; without one, to the terminal. */
  logFile?: string | undefined;
}

export interface ServiceOptions extends ProgramOptions {
  /** Whether the program does its work now. */
  isReady: () => Promise<boolean>;
}

/** How a child has ended by itself. */
export interface Death {
  name: string;
  /** One sentence for the terminal. */
  sentence: string;
  /** For how many milliseconds it has run. */
  ranMs: number;
}

const READY_TIMEOUT_MS = 300_000;

/** The processes of one launch: recorded as they start, stopped in the opposite order. */
export class Children {
  readonly #dataDir: string;
  readonly #record: RunRecord;
  #stopping: Promise<void> | undefined;
  #onDeath: ((death: Death) => void) | undefined;

  constructor(dataDir: string, record: RunRecord) {
    this.#dataDir = dataDir;
    this.#record = record;
  }

  /** From now on, a child that ends by itself leaves the product incomplete: say so. */
  watch(onDeath: (death: Death) => void): void {
    this.#onDeath = onDeath;
  }

  /**
   * Starts a program and waits until it is ready. It leads a process group of its own: a Ctrl-C in
   * the terminal reaches the launcher alone, which stops its children in order.
   *
   * @throws Refusal when it ends or is not ready within five minutes
   */
  async start(program: ServiceOptions): Promise<void> {
    const { name, logFile, isReady } = program;
    const child = this.#spawn(program);
    for (const deadline = Date.now() + READY_TIMEOUT_MS; !(await isReady()); await sleep(50)) {
      if (hasEnded(child)) throw new Refusal(`The ${name} did not start.${endOf(logFile)}`);
      if (Date.now() > deadline) {
        throw new Refusal(`The ${name} is not ready after five minutes.${endOf(logFile)}`);
      }
    }
  }

  /** Starts a program once more; that it has died again is told as before. */
  restart(program: ProgramOptions): void {
    if (!this.#stopping) this.#spawn(program);
  }

  /**
   * Runs a program to its end.
   *
   * @throws Refusal when it fails
   */
  async run(program: ProgramOptions): Promise<void> {
    const child = this.#spawn(program);
    await once(child, "exit");
    if (child.exitCode !== 0)
      throw new Refusal(`The ${program.name} failed.${endOf(program.logFile)}`);
  }

  #spawn({ name, script, env, logFile }: ProgramOptions): ChildProcess {
    const output = logFile ? fs.openSync(logFile, "a") : "inherit";
    const child = spawn(process.execPath, [...NODE_FLAGS, script], {
      env,
      stdio: ["ignore", output, output],
      detached: true,
    });
    if (typeof output === "number") fs.closeSync(output);
    this.adopt(name, child, "SIGTERM");
    return child;
  }

  /** Takes over a process that has just been started. */
  adopt(name: string, child: ChildProcess, stopSignal: NodeJS.Signals): void {
    const started = performance.now();
    const tell = (how: string) => {
      if (this.#stopping) return;
      const sentence = `The ${name} has stopped by itself (${how}).`;
      this.#onDeath?.({ name, sentence, ranMs: performance.now() - started });
    };
    child.once("exit", (code, signal) => tell(signal ?? `exit code ${code}`));
    child.once("error", ({ message }) => tell(message));
    const identity = child.pid === undefined ? undefined : identify(child.pid);
    if (!identity) return; // It has ended already; whoever waits for it finds out.
    const record = { ...identity, name, stopSignal };
    this.#record.children = [...this.#record.children.filter(isAlive), record];
    writeRunRecord(this.#dataDir, this.#record);
    // It was started while everything is being stopped, so nobody else stops it.
    if (this.#stopping) void stopProcess(record, stopSignal);
  }

  /** Stops the last started first, so that the database outlives those who write to it. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stopAll();
    return this.#stopping;
  }

  async #stopAll(): Promise<void> {
    for (const child of this.#record.children.toReversed()) {
      await stopProcess(child, child.stopSignal);
    }
  }

  /** Kills everything at once, for somebody who will not wait. */
  kill(): void {
    for (const { pid } of this.#record.children) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // It has ended already.
      }
    }
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

function endOf(logFile: string | undefined): string {
  if (!logFile) return "";
  const lines = fs.readFileSync(logFile, "utf8").trimEnd().split("\n").slice(-8);
  return ` Its log, ${logFile}, ends:\n${lines.join("\n")}`;
}
