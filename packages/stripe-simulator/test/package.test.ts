import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import type Stripe from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  eventually,
  freePort,
  refusal,
  sdkFor,
  sessionTerms,
  startReceiver,
} from "./test-bench.ts";

/*
 * The package as somebody else gets it: packed, installed by npm in an empty folder, started by its
 * one command, and used by the official SDK. Nothing is fetched: what the package depends on is
 * packed too, from where it is installed here.
 */
const here = join(import.meta.dirname, "..");
const work = mkdtempSync(join(tmpdir(), "stripe-simulator-"));
const elsewhere = join(work, "elsewhere");
// The Node that runs this test runs npm too, with an empty cache of packages, and without what an
// npm outside says of itself to what it runs.
const env = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("npm_"))),
  PATH: dirname(process.execPath) + delimiter + process.env.PATH,
  npm_config_cache: join(work, "cache"),
};
const key = "sk_test_elsewhere";
const ines = "acct_ines";

let receiver: Awaited<ReturnType<typeof startReceiver>>;
let stripe: Stripe;
let base: string;
let running: ChildProcess | undefined;

function npm(folder: string, ...args: string[]): string {
  const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];
  return execFileSync("npm", [...args, ...quiet], { cwd: folder, env, encoding: "utf8" });
}

interface Manifest {
  name: string;
  dependencies?: Record<string, string>;
}

function manifestIn(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}

/** The folders of every package that the one in `folder` needs to run, by name. */
function installed(folder: string, found = new Map<string, string>()): Map<string, string> {
  for (const name of Object.keys(manifestIn(folder).dependencies ?? {})) {
    if (found.has(name)) continue;
    let above = folder;
    while (!existsSync(join(above, "node_modules", name))) above = dirname(above);
    found.set(name, join(above, "node_modules", name));
    installed(join(above, "node_modules", name), found);
  }
  return found;
}

/** Runs the installed command as its README says, in a process group of its own. */
async function start(...options: string[]): Promise<void> {
  running = spawn("npx", ["--offline", "stripe-simulator", ...options], {
    cwd: elsewhere,
    env,
    detached: true,
    stdio: "ignore",
  });
  await eventually("the installed simulator answers", () =>
    fetch(`${base}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
}

async function stop(): Promise<void> {
  const ending = running;
  running = undefined;
  if (!ending?.pid) return;
  const gone = new Promise((resolve) => ending.once("exit", resolve));
  process.kill(-ending.pid, "SIGTERM");
  await gone;
  await eventually("the port is free again", () =>
    fetch(`${base}/healthz`).then(
      () => false,
      () => true,
    ),
  );
}

async function call(path: string, body: object): Promise<void> {
  const response = await fetch(`${base}/_simulator/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(response.status).toBeLessThan(300);
}

/** Pays for a session of Inès's and returns the payment intent. */
async function paid(): Promise<string> {
  const session = await stripe.checkout.sessions.create(sessionTerms(ines));
  await call(`checkouts/${session.id}/pay`, {});
  const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(session.id);
  return String(intent);
}

beforeAll(async () => {
  npm(here, "pack", "--pack-destination", work);
  npm(here, "pack", "--ignore-scripts", "--pack-destination", work, ...installed(here).values());
  const packed = readdirSync(work).filter((name) => name.endsWith(".tgz"));
  const tarballs = packed.map((name) => join(work, name));
  npm(work, "install", "--offline", "--ignore-scripts", "--prefix", elsewhere, ...tarballs);

  receiver = await startReceiver();
  const port = await freePort();
  base = `http://127.0.0.1:${port}`;
  stripe = sdkFor(key, port);
  await start(
    ...["--port", String(port), "--key", key, "--webhook-secret", "whsec_elsewhere"],
    ...["--webhook-url", `http://127.0.0.1:${receiver.port}/hooks`],
  );
  await call("accounts", { id: ines });
});
afterAll(async () => {
  await stop();
  await receiver?.stop();
  rmSync(work, { recursive: true, force: true });
});

test("is packed as JavaScript, without its tests, and finds all that it imports", () => {
  const folder = join(elsewhere, "node_modules/stripe-simulator");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  expect(files.filter((name) => /\.ts$/.test(name) && !name.endsWith(".d.ts"))).toEqual([]);
  expect(files.filter((name) => /test/.test(name) && !name.includes("test-cards"))).toEqual([]);
  expect(files).toEqual(expect.arrayContaining(["README.md", "LICENSE", "dist/main.js"]));
});

test("takes a payment for a connected account, and tells the webhook so under its signature", async () => {
  const intent = await stripe.paymentIntents.retrieve(await paid(), { expand: ["latest_charge"] });
  expect(intent).toMatchObject({ status: "succeeded", amount_received: 4_550 });
  const { body, headers } = await eventually("checkout.session.completed", () =>
    receiver.received.find(({ event }) => event.type === "checkout.session.completed"),
  );
  const signature = String(headers["stripe-signature"]);
  expect(
    stripe.webhooks.constructEvent(body, signature, "whsec_elsewhere").data.object,
  ).toMatchObject({ payment_intent: intent.id, payment_status: "paid" });
  expect(() => stripe.webhooks.constructEvent(body, signature, "whsec_other")).toThrow();
});

test("refunds a payment, and no more than was paid", async () => {
  const intent = await paid();
  const terms = { reverse_transfer: true, refund_application_fee: true };
  const refund = await stripe.refunds.create({ payment_intent: intent, ...terms });
  expect(refund).toMatchObject({ status: "succeeded", amount: 4_550 });
  const again = await refusal(stripe.refunds.create({ payment_intent: intent, ...terms }));
  expect(again.code).toBe("charge_already_refunded");
});

test("disputes a payment, and closes the dispute as its switch says", async () => {
  const intent = await paid();
  await call("faults", { type: "create_dispute", charge: intent });
  const [dispute] = (await stripe.disputes.list({ payment_intent: intent })).data;
  expect(dispute).toMatchObject({ amount: 4_550, status: "needs_response" });
  await call("faults", { type: "close_dispute", dispute: dispute?.id, status: "lost" });
  expect((await stripe.disputes.retrieve(String(dispute?.id))).status).toBe("lost");
});

test("keeps everything in its folder for the next start", async () => {
  const intent = await paid();
  await stop();
  await start("--port", new URL(base).port, "--key", key);
  expect((await stripe.paymentIntents.retrieve(intent)).status).toBe("succeeded");
});

test("starts inside another program too", async () => {
  const port = await freePort();
  const program = `
    import { startSimulator } from "stripe-simulator";
    const { settings, stop } = await startSimulator({ port: ${port}, stateFile: "inside.sqlite" });
    console.log((await fetch(settings.publicUrl + "/healthz")).status);
    await stop();`;
  const args = ["--input-type=module", "--eval", program];
  expect(execFileSync(process.execPath, args, { cwd: elsewhere, encoding: "utf8" })).toBe("200\n");
});
