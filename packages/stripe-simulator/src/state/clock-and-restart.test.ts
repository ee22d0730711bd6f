import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type Bench,
  eventually,
  goodCard,
  sessionTerms,
  startBench,
} from "../../test/test-bench.ts";

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.stop());

const open = () => bench.stripe.checkout.sessions.create(sessionTerms(undefined));
const retrieve = (id: string) => bench.stripe.checkout.sessions.retrieve(id);
const moveTo = (now: number | string | null) =>
  bench.call("POST", "/_simulator/clock", { now }).then(({ body }) => body);

test("moving the clock lets sessions expire at their own time", async () => {
  const inAnHour = Math.floor(Date.now() / 1000) + 3_600;
  const session = await bench.stripe.checkout.sessions.create(
    sessionTerms(undefined, { expires_at: inAnHour }),
  );
  await moveTo(inAnHour - 60);
  expect((await retrieve(session.id)).status).toBe("open");
  const moved = await moveTo(new Date((inAnHour + 600) * 1000).toISOString());
  expect(moved.tasks_run).toBe(1);
  expect((await retrieve(session.id)).status).toBe("expired");
  const { event } = await bench.event("checkout.session.expired", session.id);
  expect(event.created).toBe(inAnHour);
  expect((await moveTo(null)).offset_seconds).toBe(0);
  expect((await bench.call("POST", "/_simulator/clock", { now: "soon" })).status).toBe(400);
});

test("signatures keep the real time, whatever the clock says", async () => {
  await moveTo(Math.floor(Date.now() / 1000) + 40 * 24 * 3600);
  const session = await open();
  await bench.stripe.checkout.sessions.expire(session.id);
  const { headers, event } = await bench.event("checkout.session.expired", session.id);
  const signedAt = Number(/t=(\d+)/.exec(String(headers["stripe-signature"]))?.[1]);
  expect(Math.abs(signedAt - Date.now() / 1000)).toBeLessThan(30);
  expect(event.created).toBeGreaterThan(Date.now() / 1000 + 39 * 24 * 3600);
  await moveTo(null);
});

test("a kill loses nothing that was answered: objects, keys, clock, faults, webhooks", async () => {
  const before = await bench.stripe.checkout.sessions.create(sessionTerms(undefined), {
    idempotencyKey: "before-the-kill",
  });
  bench.receiver.behaviour.status = 503;
  const paid = await open();
  await bench.call("POST", `/_simulator/checkouts/${paid.id}/pay`, {});
  await bench.fault({ type: "api_error", status: 500, path: "/v1/payouts", times: null });
  const moved = await moveTo(Math.floor(Date.now() / 1000) + 7_200);

  await bench.end("SIGKILL");
  bench.receiver.received.length = 0;
  bench.receiver.behaviour.status = 200;
  await bench.start();

  expect((await retrieve(before.id)).status).toBe("open");
  expect((await retrieve(paid.id)).payment_status).toBe("paid");
  await bench.event("checkout.session.completed", paid.id);
  const replayed = await bench.stripe.checkout.sessions.create(sessionTerms(undefined), {
    idempotencyKey: "before-the-kill",
  });
  expect(replayed.id).toBe(before.id);
  const clock = (await bench.call("GET", "/_simulator/clock")).body;
  expect(Math.abs(clock.offset_seconds - moved.offset_seconds)).toBeLessThanOrEqual(1);
  expect((await bench.call("GET", "/_simulator/faults")).body.data).toHaveLength(1);
  await bench.call("DELETE", "/_simulator/faults");
  await moveTo(null);
});

test("what fell due while it was stopped happens at the next start", async () => {
  const inAnHour = Math.floor(Date.now() / 1000) + 3_600;
  const session = await bench.stripe.checkout.sessions.create(
    sessionTerms(undefined, { expires_at: inAnHour }),
  );
  await moveTo(inAnHour - 2);
  await bench.end("SIGKILL");
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  await bench.start();
  await eventually("expired after the start", async () => {
    const { status } = await retrieve(session.id);
    return status === "expired";
  });
  expect((await bench.form(String(session.url), goodCard)).status).toBe(200);
  await moveTo(null);
});

test("a hundred payments in a row survive a kill in their middle", async () => {
  const sessions = await Promise.all(Array.from({ length: 100 }, open));
  const answered = new Set<string>();
  const paying = Promise.allSettled(
    sessions.map(async ({ id }) => {
      const { body } = await bench.call("POST", `/_simulator/checkouts/${id}/pay`, {});
      if (body.result === "paid") answered.add(id);
    }),
  );
  await eventually("some are paid", () => answered.size >= 20);
  await bench.end("SIGKILL");
  await paying;
  await bench.start();
  expect(answered.size).toBeGreaterThanOrEqual(20);
  for (const id of answered) expect((await retrieve(id)).payment_status).toBe("paid");
  for (const { id } of sessions) {
    const { payment_intent: intent, status } = await retrieve(id);
    const charges = intent
      ? (await bench.stripe.charges.list({ payment_intent: String(intent) })).data.length
      : 0;
    expect(charges).toBe(status === "complete" ? 1 : 0);
  }
});

test("SIGTERM and SIGINT end it cleanly", async () => {
  expect(await bench.end("SIGTERM")).toBe(0);
  await bench.start();
  expect(await bench.end("SIGINT")).toBe(0);
  await bench.start();
  expect(bench.output().match(/ready on/g)?.length).toBeGreaterThanOrEqual(3);
});
