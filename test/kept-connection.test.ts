import { once } from "node:events";
import http from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished } from "vitest";
import { makeContext } from "./make/context.ts";
import { dataTest } from "./make/database.ts";
import { openSite } from "./make/site.ts";

/** The library under the site waits for so many milliseconds before it closes a connection. */
const LIBRARY_PATIENCE = 500;

const form = "application/x-www-form-urlencoded";
const json = "application/json";
const id = "01a1f954-e81f-7838-8eec-2881e4e9c658";
const elsewhere = { origin: "https://ailleurs.example" };

/** Doors that answer before they look at what is sent, or without ever looking. */
const EARLY: [name: string, method: string, path: string, headers: http.OutgoingHttpHeaders][] = [
  ["a logout", "POST", "/deconnexion", { "content-type": form }],
  ["a favourite without a login", "POST", "/favoris", { "content-type": form }],
  ["a subscription without a login", "POST", "/abonnement", { "content-type": form }],
  ["a result page without a payment", "POST", "/payment-success", { "content-type": form }],
  ["a link without what it links to", "POST", "/reprendre", { "content-type": form }],
  ["a page that takes no form", "POST", "/mentions-legales", { "content-type": form }],
  ["an address without a page", "POST", "/nulle-part", { "content-type": form }],
  ["a form of another site", "POST", "/contact", { "content-type": form, ...elsewhere }],
  ["a page asked with JSON", "POST", "/contact", { "content-type": json }],
  ["a call without a login", "POST", "/api/v1/favorites", { "content-type": json }],
  ["a call with a wrong token", "PATCH", `/api/v1/sessions/${id}`, { authorization: "Bearer x" }],
  ["a call that is not there", "POST", "/api/v1/nothing", { "content-type": json }],
  ["a webhook without a signature", "POST", "/webhooks/stripe", { "content-type": json }],
  ["the health of the process", "POST", "/healthz", { "content-type": json }],
];
/** A few fields; the same on a slow line; a long text in several packets; without a length too. */
const BODIES: [name: string, bytes: number, isLengthSaid: boolean, delay: number][] = [
  ["short", 200, true, 0],
  ["slow", 200, true, LIBRARY_PATIENCE + 300],
  ["long", 400_000, true, 0],
  ["long and chunked", 400_000, false, 0],
];

/** One connection, and what happens on it in turn. */
function openConnection(origin: string) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  return async (path: string, options: http.RequestOptions = {}, body = "", delay = 0) => {
    const request = http.request(origin + path, { agent, ...options });
    if (delay > 0) request.flushHeaders();
    setTimeout(() => request.end(body), delay);
    const [answer] = (await once(request, "response")) as [http.IncomingMessage];
    const { socket, statusCode: status = 0 } = answer.resume();
    await once(answer, "end");
    return { status, socket };
  };
}

dataTest.for(BODIES)(
  "a connection stays open after an early answer to a %s body",
  async ([, bytes, isLengthSaid, delay], { db }) => {
    const { origin, close } = await openSite(makeContext(db));
    onTestFinished(close);
    const body = "a".repeat(bytes);
    const length = isLengthSaid ? { "content-length": bytes } : {};
    const fates = EARLY.map(async ([door, method, path, headers]) => {
      const ask = openConnection(origin);
      const options = { method, headers: { origin, ...headers, ...length } };
      const first = await ask(path, options, body, delay);
      expect(first.status, door).toBeLessThan(500);
      await wait(LIBRARY_PATIENCE + 300);
      const second = await ask("/healthz");
      expect(second.status, door).toBe(200);
      return second.socket === first.socket ? [] : [door];
    });
    expect((await Promise.all(fates)).flat()).toEqual([]);
  },
);
