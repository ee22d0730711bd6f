import net from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Cast } from "./callers.ts";
import { PATIENCE } from "./hostile.ts";
import { type Offer, openSiteUnderTest, type SiteUnderTest } from "./site-under-test.ts";

let site: SiteUnderTest;
let cast: Cast;
let offer: Offer;
beforeAll(async () => {
  site = await openSiteUnderTest();
  cast = await site.makeCast();
  offer = await site.makeOffer(cast);
});
afterAll(() => site.close());

async function submit(path: string, body: string, type: string) {
  const started = performance.now();
  const answer = await fetch(site.origin + path, {
    method: "POST",
    redirect: "manual",
    headers: {
      origin: site.origin,
      cookie: cast.owner.cookie,
      "content-type": type,
    },
    body,
  });
  await answer.text();
  return { status: answer.status, took: performance.now() - started };
}

const PART = '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n\r\n';
const URLENCODED = "application/x-www-form-urlencoded";
const MULTIPART = "multipart/form-data; boundary=x";

test.for([
  ["slot=7&", 3_900, URLENCODED, 400],
  ["slot=7&", 40_000, URLENCODED, 413],
  ["a&", 500_000, URLENCODED, 413],
  ["a&", 2_400_000, URLENCODED, 413],
  [PART, 100_000, MULTIPART, 413],
] as const)(
  "a form of ever so many fields is answered soon: %j × %d",
  async ([field, count, type, status]) => {
    const answer = await submit(`/sessions/${offer.sessionId}/edit`, field.repeat(count), type);
    expect(answer.status).toBe(status);
    expect(answer.took).toBeLessThan(PATIENCE);
  },
);

test("so is an image among ever so many fields", async () => {
  const answer = await submit("/api/v1/images", PART.repeat(100_000), MULTIPART);
  expect(answer.status).toBe(413);
  expect(answer.took).toBeLessThan(PATIENCE);
});

test("a login that has ended is offered with nothing more of a form than an id", async () => {
  const body = new URLSearchParams({ signedIn: "1", slotId: "<".repeat(100_000) });
  const answer = await fetch(`${site.origin}/sessions/${offer.sessionId}`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: site.origin },
    body,
  });
  expect(answer.status).toBe(401);
  expect(await answer.text()).not.toMatch(/(<|&lt;|\\u003c){100}/);
});

const JSON_TYPE = "application/json";
const ENDLESS: [path: string, type: string, start: string][] = [
  ["/webhooks/stripe", JSON_TYPE, '{"a":"'],
  ["/webhooks/stripe-connect", JSON_TYPE, '{"a":"'],
  ["/api/v1/auth/signup", JSON_TYPE, '{"email":"'],
  ["/api/v1/functions/send-contact-email", JSON_TYPE, " "],
  [
    "/api/v1/images",
    MULTIPART,
    '--x\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n',
  ],
  ["/api/v1/nothing", JSON_TYPE, " "],
  ["/connexion", URLENCODED, "email="],
  ["/contact", MULTIPART, PART],
  [
    "/ajouter-session",
    MULTIPART,
    '--x\r\ncontent-disposition: form-data; name="imageFile"; filename="a.jpg"\r\n\r\n',
  ],
  ["/nulle-part", URLENCODED, "a="],
];
const MEGABYTE = 1024 * 1024;

/** Sends 100 MB without saying how many, as fast as they are taken, until the connection ends. */
function sendEndlessly(path: string, type: string, start: string) {
  return new Promise<{ status: number; sent: number; ended: boolean }>((resolve) => {
    const { hostname, port } = new URL(site.origin);
    const socket = net.connect({ host: hostname, port: Number(port) });
    let answer = "";
    let sent = 0;
    const done = (ended: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0), sent, ended });
    };
    const timer = setTimeout(() => done(false), PATIENCE);
    socket.on("data", (piece) => {
      answer += piece;
    });
    // A client that is cut off sees an end or a broken connection.
    socket.on("error", () => {});
    socket.on("close", () => done(true));
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: ${hostname}:${port}\r\norigin: ${site.origin}\r\ncookie: ${cast.owner.cookie}\r\n` +
        `content-type: ${type}\r\ntransfer-encoding: chunked\r\n\r\n${start.length.toString(16)}\r\n${start}\r\n`,
    );
    const piece = `10000\r\n${"a".repeat(65_536)}\r\n`;
    const more = () => {
      if (socket.destroyed || sent >= 100 * MEGABYTE) return;
      sent += 65_536;
      socket.write(piece, () => setImmediate(more));
    };
    more();
  });
}

test.for(ENDLESS)("100 MB in pieces are cut off: %s", async ([path, type, start]) => {
  const before = process.memoryUsage().rss;
  const { status, sent, ended } = await sendEndlessly(path, type, start);
  expect(status, `after ${sent}`).toBe(413);
  expect(ended).toBe(true);
  expect(sent).toBeLessThan(50 * MEGABYTE);
  expect(process.memoryUsage().rss - before).toBeLessThan(100 * MEGABYTE);
});
