import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Stripe from "stripe";

const key = "sk_test_simulator";
export const secrets = { platform: "whsec_platform", connect: "whsec_connect" };

interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  event: Stripe.Event;
  at: number;
}

/** The site's two webhook endpoints: records what arrives, answers what the test wants. */
export async function startReceiver() {
  const received: Received[] = [];
  const behaviour = { status: 200, delayMs: 0 };
  const server: Server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      const { url = "", headers } = request;
      received.push({ path: url, headers, body, event: JSON.parse(body), at: Date.now() });
      setTimeout(() => response.writeHead(behaviour.status).end(), behaviour.delayMs);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    received,
    behaviour,
    port: (server.address() as AddressInfo).port,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** One that stays free while the simulator is killed and started again: systems hand out others. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 30_000 + Math.floor(Math.random() * 2_000);
    const probe = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once("error", () => resolve(false));
      probe.listen(port, () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => probe.close(resolve));
    return port;
  }
}

/** Waits until `probe` gives something, or fails after `ms` naming what was awaited. */
export async function eventually<T>(
  what: string,
  probe: () => T | undefined | false | Promise<T | undefined | false>,
  ms = 30_000,
): Promise<T> {
  const deadline = Date.now() + ms;
  for (;;) {
    const value = await probe();
    if (value) return value;
    if (Date.now() > deadline) throw new Error(`Never happened: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The official SDK, which asks once and reports what it was answered. */
export function sdkFor(key: string, port: number): Stripe {
  return new Stripe(key, { host: "127.0.0.1", port, protocol: "http", maxNetworkRetries: 0 });
}

/** A simulator of its own in a child process, with a receiver for its webhooks. */
export async function startBench() {
  const folder = mkdtempSync(join(tmpdir(), "simulator-"));
  const receiver = await startReceiver();
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  let output = "";

  async function start() {
    child = spawn(process.execPath, [join(import.meta.dirname, "../src/main.ts")], {
      env: {
        ...process.env,
        SIMULATOR_PORT: String(port),
        SIMULATOR_STATE: join(folder, "state.sqlite"),
        SIMULATOR_PUBLIC_URL: base,
        STRIPE_SECRET_KEY: key,
        STRIPE_WEBHOOK_SECRET: secrets.platform,
        STRIPE_CONNECT_WEBHOOK_SECRET: secrets.connect,
        WEBHOOK_URL: `http://127.0.0.1:${receiver.port}/platform`,
        WEBHOOK_CONNECT_URL: `http://127.0.0.1:${receiver.port}/connect`,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (chunk) => {
        output += chunk;
      });
    }
    await eventually("the simulator answers", () =>
      fetch(`${base}/healthz`).then(
        (response) => response.ok,
        () => false,
      ),
    );
  }

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    const ending = child;
    if (!ending) return null;
    child = undefined;
    return new Promise((resolve) => {
      ending.once("exit", (code) => resolve(code));
      ending.kill(signal);
    });
  }

  async function call(method: string, path: string, body?: object) {
    const response = await fetch(base + path, {
      method,
      ...(body && {
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    });
    return { status: response.status, body: await response.json() };
  }

  await start();
  return {
    base,
    key,
    receiver,
    stripe: sdkFor(key, port),
    output: () => output,
    start,
    end,
    call,
    /** Puts a fault in force; fails when the simulator does not know it. */
    async fault(body: object) {
      const answer = await call("POST", "/_simulator/faults", body);
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
      return answer.body;
    },
    /** Posts a plain form as a browser would, without following the redirect. */
    form(url: string, fields: Record<string, string>) {
      return fetch(new URL(url, base), {
        method: "POST",
        redirect: "manual",
        body: new URLSearchParams(fields),
      });
    },
    /** The first recorded event of a type, about an object when an id is given. */
    event(type: string, about?: string) {
      return eventually(`webhook ${type} ${about ?? ""}`, () =>
        receiver.received.find(
          ({ event }) =>
            event.type === type &&
            (about === undefined || JSON.stringify(event.data.object).includes(about)),
        ),
      );
    },
    async stop() {
      await end("SIGTERM");
      await receiver.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
export type Bench = Awaited<ReturnType<typeof startBench>>;

export const goodCard = {
  email: "camille@example.fr",
  billingName: "Camille Martin",
  cardNumber: "4242 4242 4242 4242",
  cardExpiry: "12 / 40",
  cardCvc: "123",
};

/** The terms of a payment for somebody else, as the product asks for it. */
export function sessionTerms(
  destination: string | undefined,
  more: Partial<Stripe.Checkout.SessionCreateParams> = {},
): Stripe.Checkout.SessionCreateParams {
  return {
    mode: "payment",
    ui_mode: "hosted_page",
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: "eur",
          unit_amount: 4_550,
          product_data: { name: "Yoga doux du soir" },
        },
      },
    ],
    payment_intent_data: {
      metadata: { booking: "b1" },
      ...(destination !== undefined && {
        application_fee_amount: 455,
        transfer_data: { destination },
      }),
    },
    metadata: { booking: "b1" },
    client_reference_id: "b1",
    success_url: "https://site.example.fr/payment-success?session_id={CHECKOUT_SESSION_ID}",
    cancel_url: "https://site.example.fr/payment-canceled",
    ...more,
  };
}

/** The error of a refused call, as the SDK reports it. */
export async function refusal(promise: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof Stripe.errors.StripeError) return error;
  throw new Error(`Expected a refusal by Stripe, got ${String(error)}`);
}
