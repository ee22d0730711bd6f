import { EventEmitter, once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { JOB_NAMES, type JobMap } from "#core/jobs.ts";
import { createFiles } from "#platform/files.server.ts";
import { type Drain, drainServer } from "#platform/http/drain.server.ts";
import { createPatternReader } from "#platform/http/route-pattern.server.ts";
import { createJobs } from "#platform/job-queue.server.ts";
import { createLogger, loggedPath } from "#platform/log.server.ts";
import { renderSamples } from "#platform/metrics.server.ts";
import { createSite } from "../server.ts";
import { startWork } from "../worker.ts";
import {
  cancelTokenOf,
  checkoutOf,
  openPaymentWorld,
  type PaymentWorld,
  untilSettled,
} from "./make/payments.ts";

/*
 * The promises to an operator: the whole site on a port, with the real logger, queue and simulator.
 */

let world: PaymentWorld;
let close: () => Promise<void>;
let origin = "";
let server: Server;
const drain: Drain = { isDraining: false };
const lines: string[] = [];
const news = new EventEmitter();

beforeAll(async () => {
  world = await openPaymentWorld();
  const log = createLogger("trace", {
    write(line) {
      lines.push(line);
      news.emit("line");
    },
  });
  const jobs = await createJobs<JobMap>(world.db, log, JOB_NAMES);
  const ctx = await world.context(undefined, { log, jobs });
  const runtime = { ...ctx, jobs, files: createFiles(ctx.config), close: async () => {} };
  vi.stubEnv("MODE", "production");
  const site = createSite(runtime, drain);
  vi.unstubAllEnvs();
  server = createServer(site.listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await startWork(runtime);
  close = async () => {
    server.closeAllConnections();
    server.close();
    await jobs.stop();
    await world.stop();
  };
});
afterAll(() => close());

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(origin + path, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });

/** The first line that says all of this, once it is there. */
async function lineWith(part: Record<string, unknown>): Promise<Record<string, unknown>> {
  for (;;) {
    const found = lines
      .map((line) => JSON.parse(line))
      .find((line) => Object.entries(part).every(([key, value]) => line[key] === value));
    if (found) return found;
    await once(news, "line", { signal: AbortSignal.timeout(30_000) });
  }
}

describe("the log", () => {
  const zoe = {
    email: "zoe.quidort@exemple-prive.fr",
    password: "Tr3s-Secret-Zoe",
    first_name: "Zoé-Philomène",
    last_name: "Quidort",
    phone: "06 98 76 54 32",
  };
  const guest = "guillaume.discret@exemple-prive.fr";
  const letter = "Bonjour, je voudrais parler de mon dos douloureux.";

  test("names nobody and opens no door, whatever people do and whatever fails", async () => {
    const { email, password, ...person } = zoe;
    const data = { ...person, is_client: true, is_pro: false };
    const signUp = await post("/api/v1/auth/signup", { email, password, data });
    expect(signUp.status).toBe(200);
    // The mail server is away: the log must not contain the mail either.
    const secretOf = await world.db.execute<{ token: string }>(
      sql`select secrets ->> 'token' as token from mails where kind = 'confirm-email'`,
    );
    const secrets = secretOf.rows.map(({ token }) => token);
    expect(secrets.length).toBe(1);
    await lineWith({ job: "send-mail" });
    await fetch(`${origin}/confirmation?token=${secrets[0]}&email=${encodeURIComponent(email)}`);
    const token = "/api/v1/auth/token?grant_type=password";
    expect((await post(token, { email, password })).status).toBeGreaterThanOrEqual(400);
    const bearer = { Authorization: `Bearer ${"b".repeat(43)}` };
    await fetch(`${origin}/api/v1/profile`, { headers: bearer });
    const cancelToken = "c4nc3l-t0ken-Wq3LkP0xYz8TnVbRmHsGdFjU2eA1";
    await fetch(`${origin}/payment-canceled/${cancelToken}`);
    await fetch(`${origin}/praticiens/${encodeURIComponent(email)}`);

    const offer = await world.makeOffer({ spots: 2 });
    const asked = { sessionId: offer.sessionId, slotId: offer.slotId, amount: offer.priceCents };
    const booked = await post("/api/v1/functions/create-guest-session-payment", {
      ...{ ...asked, email: guest, bookingNotes: letter },
    });
    expect(booked.status).toBe(200);
    const [booking] = (await world.db.execute<{ id: string }>(sql`select id from bookings`)).rows;
    const checkoutId = await checkoutOf(world.db, String(booking?.id));
    await world.simulator.pay(checkoutId);
    await untilSettled(world.db, String(booking?.id));
    const { payload, signature } = await world.deliveryOf(checkoutId);
    const hook = (signed: string) =>
      post("/webhooks/stripe", payload, { "Stripe-Signature": signed });
    expect((await hook(signature)).status).toBe(200);
    expect((await hook("t=1,v1=forged")).status).toBe(400);

    const contact = { name: `${zoe.first_name} ${zoe.last_name}`, email, subject: "autre" };
    const write = () =>
      post("/api/v1/functions/send-contact-email", { ...contact, message: letter });
    expect((await write()).status).toBe(200);
    // A failing query names its values, and PostgreSQL the value that stood in the way.
    await world.db.execute(sql`alter table messages add constraint never check (false) not valid`);
    expect((await write()).status).toBe(500);
    await world.db.execute(sql`alter table messages drop constraint never`);
    await world.db.execute(sql`alter table verifications rename to elsewhere`);
    const again = { email: `a${email}`, password, data };
    expect((await post("/api/v1/auth/signup", again)).status).toBe(500);
    await world.db.execute(sql`alter table elsewhere rename to verifications`);
    await lineWith({ msg: "unexpected error in the API" });

    const all = lines.join("");
    expect(lines.length).toBeGreaterThan(10);
    const { rows } = await world.db.execute<{ id: string; checkout_url: string }>(
      sql`select id, checkout_url from payments`,
    );
    const cancelTokens = await Promise.all(rows.map((row) => cancelTokenOf(world.db, row)));
    const hidden = [
      ...[email, encodeURIComponent(email), guest, password, zoe.first_name, zoe.last_name],
      ...[zoe.phone, "0698765432", letter, "dos douloureux", cancelToken, "b".repeat(43)],
      ...secrets,
      ...[...cancelTokens, ...rows.map((row) => row.checkout_url)],
      ...["sk_test_", "whsec_", "exemple-prive.fr", world.databaseUrl],
    ];
    for (const word of hidden) expect(all.includes(word), `the log has ${word}`).toBe(false);
  });

  test("follows one id from a request into its jobs, and answers it to whoever asks", async () => {
    const answer = await post("/api/v1/functions/send-contact-email", {
      ...{ name: "Julie Martin", email: "julie@example.fr", subject: "autre", message: letter },
    });
    const requestId = answer.headers.get("x-request-id");
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
    const request = await lineWith({ requestId, msg: "request" });
    expect(request).toMatchObject({ path: "/api/v1/functions/send-contact-email", status: 200 });
    expect(await lineWith({ requestId, msg: "job" })).toMatchObject({ job: "send-mail" });
    // The try that failed asked for another one, which is still of the same request.
    const { rows } = await world.db.execute<{ data: object }>(
      sql`select data from pgboss.job where data ->> 'requestId' = ${requestId}`,
    );
    expect(rows.length).toBeGreaterThanOrEqual(1);
  });

  test("has of an address its parts, but no query, no secret, nobody", () => {
    const id = "01a1f954-e81f-7838-8eec-2881e4e9c658";
    for (const path of [`/sessions/${id}`, `/images/session-images/${id}/${id}-800.avif`, "/"]) {
      expect(loggedPath(path)).toBe(path);
    }
    expect(loggedPath(`/payment-canceled/${"x".repeat(43)}?a=b`)).toBe(
      "/payment-canceled/[retiré]",
    );
  });
});

describe("metrics", () => {
  test("say how requests, jobs, bookings, payments and mails are", async () => {
    await world.simulator.untilDelivered();
    await fetch(`${origin}/sessions/01a1f954-e81f-7838-8eec-2881e4e9c658`);
    await fetch(`${origin}/api/v1/sessions/01a1f954-e81f-7838-8eec-2881e4e9c658`);
    await fetch(`${origin}/wp-login-${Math.random()}.php`);
    const answer = await fetch(`${origin}/metrics`);
    expect(answer.headers.get("content-type")).toContain("text/plain");
    const text = await answer.text();
    const count = (name: string, ...labels: string[]) =>
      text
        .split("\n")
        .find((line) => line.startsWith(name) && labels.every((label) => line.includes(label)));
    const requests = "http_request_duration_seconds_count";
    expect(count(requests, 'route="/api/v1/sessions/:id"', 'status="404"')).toMatch(/ [1-9]/);
    expect(count(requests, 'route="other"')).toMatch(/ [1-9]/);
    expect(text).not.toContain("wp-login");
    expect(count("job_duration_seconds_count", 'name="send-mail"', 'outcome="done"')).toMatch(
      / [1-9]/,
    );
    expect(count("bookings_last_day", 'kind="session"', 'status="confirmed"')).toMatch(/ 1$/);
    expect(count("payments_last_day", 'status="paid"')).toMatch(/ 1$/);
    expect(count("mails_waiting ")).toMatch(/ [1-9]/);
    expect(count("mails_waiting_oldest_seconds")).toMatch(/ \d/);
    expect(count("database_up")).toBe("database_up 1");
    for (const name of [
      "payments_in_review ",
      "refunds_unsettled_oldest_seconds ",
      "stripe_events_waiting_oldest_seconds ",
      "mails_given_up ",
    ]) {
      expect(count(name), name).toMatch(/ 0$/);
    }
    expect(text).toContain("database_pool_wait_seconds_count");
    expect(count("jobs_due_oldest_seconds")).toMatch(/ \d/);
    await world.db.execute(sql`update payments set status = 'review'`);
    expect(await (await fetch(`${origin}/metrics`)).text()).toContain("payments_in_review 1");
    await world.db.execute(sql`update payments set status = 'paid'`);
  });

  test("write samples as Prometheus reads them, and routes in few words", () => {
    expect(
      renderSamples([
        { name: "a", help: "A", value: 1 },
        { name: "b", help: "B", value: 2, labels: { kind: "x", state: "y" } },
        { name: "b", help: "B", value: 0.5, labels: { kind: "z" } },
      ]),
    ).toBe(
      '# HELP a A\n# TYPE a gauge\na 1\n\n# HELP b B\n# TYPE b gauge\nb{kind="x",state="y"} 2\nb{kind="z"} 0.5\n',
    );
    const patterns = ["/", "/*", "/s", "/s/:id", "/s/:id/a.ics", "/w/:a?/:b?", "/:m{map-\\d+}"];
    const read = createPatternReader(patterns);
    const expected = {
      ...{ "/": "/", "/s": "/s", "/s.data": "/s", "/s/1": "/s/:id", "/s/1/a.ics": "/s/:id/a.ics" },
      ...{ "/w": "/w/:a?/:b?", "/w/a/b": "/w/:a?/:b?", "/map-1": "/:m{map-\\d+}" },
      ...{ "/s/1/axics": "other", "/w/a/b/c": "other", "/map-x": "other" },
    };
    for (const [path, pattern] of Object.entries(expected)) expect(read(path)).toBe(pattern);
  });
});

describe("a process that is told to stop", () => {
  test("says so first, then lets requests end, then accepts none", async () => {
    expect((await fetch(`${origin}/readyz`)).status).toBe(200);
    // Rendered here for the first time, which takes long: the notice is given for four seconds.
    await fetch(`${origin}/conditions`);
    // A slow request: somebody who has not finished sending.
    const person = { name: "Julie Martin", email: "julie@example.fr", subject: "autre" };
    const letter = JSON.stringify({ ...person, message: "Une question, en deux fois." });
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const words = writable.getWriter();
    const arrived = once(server, "request");
    const slow = fetch(`${origin}/api/v1/functions/send-contact-email`, {
      ...{ method: "POST", headers: { "Content-Type": "application/json" } },
      ...{ body: readable, duplex: "half" },
    });
    await words.write(Buffer.from(letter.slice(0, 9)));
    await arrived;

    const stopped = drainServer(server, drain, { notice: 4_000, patience: 30_000 });
    const ready = await fetch(`${origin}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([503, { ready: false, draining: true }]);
    const late = await fetch(`${origin}/conditions`);
    expect([late.status, late.headers.get("connection")]).toEqual([200, "close"]);
    await expect
      .poll(() =>
        fetch(`${origin}/healthz`).then(
          () => "accepts",
          () => "refuses",
        ),
      )
      .toBe("refuses");
    await words.write(Buffer.from(letter.slice(9)));
    await words.close();
    expect((await slow).status).toBe(200);
    await stopped;
  });

  test("cuts off who takes too long", async () => {
    const deaf = serve({ fetch: () => new Promise(() => {}), port: 0 }) as Server;
    await once(deaf, "listening");
    const address = `http://127.0.0.1:${(deaf.address() as AddressInfo).port}`;
    const endless = fetch(address).catch((error: Error) => error.message);
    await once(deaf, "connection");
    await drainServer(deaf, { isDraining: false }, { notice: 0, patience: 100 });
    expect(await endless).toBe("fetch failed");
  });
});
