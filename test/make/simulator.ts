import { type ChildProcess, fork } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Config } from "#platform/config.server.ts";
import { freePorts } from "../../launch/ports.ts";
import { makeConfig } from "./context.ts";

export interface Simulator {
  /** How a context reaches it. */
  stripe: Config["stripe"];
  /** Pays a checkout as a client would on its page, and returns where the page leads. */
  pay(
    checkoutId: string,
    card?: { cardNumber?: string; challenge?: "success" | "failure" },
  ): Promise<{ result: "paid" | "processing" | "declined" | "closed"; event?: string }>;
  /** Puts a fault in force (GET /_simulator lists them). */
  fault(fault: { type: string } & Record<string, unknown>): Promise<void>;
  clearFaults(): Promise<void>;
  /** How many requests the faults in force have struck. */
  strikes(): Promise<number>;
  /** Moves its clock; null returns to the real time. */
  setClock(now: Date | null): Promise<void>;
  /** A connected account under this id that may be charged. */
  makeAccount(id: string): Promise<void>;
  /** Sends an event again. */
  resend(eventId: string): Promise<void>;
  /** Waits until every webhook under way has been taken, even on a busy machine. */
  untilDelivered(): Promise<void>;
  stop(): Promise<void>;
}

/** The process that runs the simulators of this one's tests; it ends with it. */
let host: ChildProcess | undefined;
let orders = 0;

async function order(what: object): Promise<void> {
  if (!host) {
    host = fork("packages/stripe-simulator/test/simulators-process.ts", {
      execArgv: [],
      // Its log is for those who run it by hand.
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    // It keeps nobody from ending.
    host.unref();
    host.channel?.unref();
  }
  const asked = host;
  orders += 1;
  const id = orders;
  const answered = new Promise<string | null>((resolve) => {
    const listen = (answer: { id: number; error: string | null }) => {
      if (answer.id !== id) return;
      asked.off("message", listen);
      resolve(answer.error);
    };
    asked.on("message", listen);
  });
  asked.send({ id, order: what });
  const error = await answered;
  if (error) throw new Error(`the simulator: ${error}`);
}

/** A real simulator of its own, in another process, with its state thrown away at the end. */
export async function startSimulator(webhooks?: {
  platform: string;
  connect: string;
}): Promise<Simulator> {
  const port = await freePorts(1);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "parenthese-simulator-"));
  const base = `http://127.0.0.1:${port}`;
  const stripe = { ...makeConfig().stripe, apiBase: base };
  await order({
    start: {
      port,
      stateFile: path.join(folder, "state.sqlite"),
      publicUrl: base,
      secretKey: stripe.secretKey,
      webhookSecret: stripe.webhookSecret,
      connectWebhookSecret: stripe.connectWebhookSecret,
      webhookUrl: webhooks?.platform,
      webhookConnectUrl: webhooks?.connect,
    },
  });

  const ask = async (method: string, call: string, body?: object) => {
    const response = await fetch(`${base}/_simulator/${call}`, {
      method,
      headers: { "content-type": "application/json" },
      body: body ? JSON.stringify(body) : null,
    });
    return { status: response.status, body: await response.json() };
  };
  const must = async (method: string, call: string, body?: object) => {
    const answer = await ask(method, call, body);
    if (answer.status >= 300) throw new Error(`${call}: ${JSON.stringify(answer.body)}`);
  };
  return {
    stripe,
    async pay(checkoutId, card = {}) {
      const { status, body } = await ask("POST", `checkouts/${checkoutId}/pay`, card);
      if (![200, 402, 409].includes(status)) throw new Error(JSON.stringify(body));
      return body;
    },
    fault: (fault) => must("POST", "faults", fault),
    clearFaults: () => must("DELETE", "faults"),
    async strikes() {
      const faults: { type: string; matched: number }[] = (await ask("GET", "faults")).body.data;
      const onRequests = faults.filter(({ type }) => type.startsWith("api_"));
      return onRequests.reduce((sum, { matched }) => sum + matched, 0);
    },
    setClock: (now) => must("POST", "clock", { now: now?.toISOString() ?? null }),
    makeAccount: (id) => must("POST", "accounts", { id }),
    resend: (eventId) => must("POST", `events/${eventId}/resend`),
    async untilDelivered() {
      // One that was not accepted comes again within half a minute.
      const deadline = Date.now() + 60_000;
      for (;;) {
        const deliveries: { event: string; state: string }[] = (await ask("GET", "deliveries")).body
          .data;
        const pending = deliveries.filter(({ state }) => state === "pending");
        if (pending.length === 0) return;
        if (Date.now() > deadline) throw new Error(`not delivered: ${JSON.stringify(pending)}`);
        await wait(50);
      }
    },
    async stop() {
      await order({ stop: port });
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}
