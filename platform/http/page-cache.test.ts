import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { createPageCache, type SharedAnswer } from "./page-cache.server.ts";

type Render = (address: string) => Promise<Response> | Response;

/** A server whose pages count their renderings, and a clock in the test's hand. */
async function open(render?: Render, options: { maxBytes?: number; holdsFor?: () => number } = {}) {
  const world = {
    time: 0,
    renderings: 0,
    answers: [] as SharedAnswer[],
    ask: (_path: string, _init?: RequestInit): Promise<Response> => Promise.reject(),
  };
  const page: Render = (address) =>
    new Response(`${address} no. ${world.renderings} ${"parenthèse ".repeat(500)}`, {
      headers: { "Content-Type": "text/html", "X-Request-Id": `render-${world.renderings}` },
    });
  const listener = createPageCache({
    isAnybody: ({ headers }) => headers.cookie === undefined,
    addressOf: (url) => (url.startsWith("/shared") ? (url.split("?")[0] ?? null) : null),
    render: async (address) => {
      world.renderings += 1;
      return (render ?? page)(address);
    },
    otherwise: (_, outgoing) => outgoing.end("made for you"),
    clock: () => world.time,
    holdsFor: () => 60_000,
    onAnswer: (answer) => world.answers.push(answer),
    headers: () => [],
    ...options,
  });
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  world.ask = (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init);
  return world;
}

/** The number of the rendering that an answer comes from. */
const numberOf = async (answer: Response) => Number(/no\. (\d+)/.exec(await answer.text())?.[1]);

test("a page is rendered once for all who ask at once, and again for none within its second", async () => {
  const world = await open();
  const answers = await Promise.all(Array.from({ length: 50 }, () => world.ask("/shared")));
  expect(await Promise.all(answers.map(numberOf))).toEqual(Array(50).fill(1));
  world.time = 1_000;
  expect(await numberOf(await world.ask("/shared"))).toBe(1);
  expect(world.renderings).toBe(1);
  const ids = new Set(answers.map((answer) => answer.headers.get("x-request-id")));
  expect([...ids]).toEqual(["render-1"]);
});

test("an old page is given while one rendering makes a new one; past four seconds nobody gets it", async () => {
  let rendered: (() => void) | undefined;
  let count = 0;
  const world = await open(async () => {
    count += 1;
    if (count === 2) await new Promise<void>((resolve) => (rendered = resolve));
    return new Response(`no. ${count}`);
  });
  await world.ask("/shared");
  world.time = 3_999;
  const stale = await Promise.all([world.ask("/shared"), world.ask("/shared")]);
  expect(await Promise.all(stale.map(numberOf))).toEqual([1, 1]);
  expect(world.renderings).toBe(2);
  world.time = 4_001;
  const waiting = world.ask("/shared");
  await expect.poll(() => rendered).toBeDefined();
  rendered?.();
  expect(await numberOf(await waiting)).toBe(2);
  expect(world.answers.map(({ origin }) => origin)).toEqual([
    "rendered",
    "stale",
    "stale",
    "rendered",
  ]);
});

test("while nothing can be read, the last page of five minutes is given, and kept by nobody", async () => {
  let isAway = false;
  const world = await open(() =>
    isAway
      ? new Response("away", { status: 503, headers: { "Cache-Control": "private, no-store" } })
      : new Response(`no. ${world.renderings}`),
  );
  await world.ask("/shared");
  isAway = true;
  world.time = 300_000;
  const kept = await world.ask("/shared");
  expect([kept.status, await numberOf(kept)]).toEqual([200, 1]);
  expect(kept.headers.get("cache-control")).toBe("public, max-age=0, must-revalidate");
  // A page that nobody has asked for, or not lately, is away.
  expect(await (await world.ask("/shared/other")).text()).toBe("made for you");
  world.time = 300_001;
  expect(await (await world.ask("/shared")).text()).toBe("made for you");
  isAway = false;
  expect(await numberOf(await world.ask("/shared"))).toBe(world.renderings);
  expect(world.answers.map(({ origin }) => origin)).toEqual(["rendered", "away", "rendered"]);
});

test("who reloads waits for a new page, unless it is of this second", async () => {
  const world = await open();
  const reload = { headers: { "Cache-Control": "max-age=0" } };
  await world.ask("/shared");
  world.time = 1_000;
  expect(await numberOf(await world.ask("/shared", reload))).toBe(1);
  world.time = 1_001;
  expect(await numberOf(await world.ask("/shared", reload))).toBe(2);
});

test("nobody is given a page past the instant at which it may stop being true", async () => {
  const hanging: ((answer: Response) => void)[] = [];
  let hangs = false;
  // Prices fall at 2 000 and at 3 500.
  const world = await open(
    () => {
      const page = new Response(`no. ${world.renderings}`);
      return hangs ? new Promise((resolve) => hanging.push(() => resolve(page))) : page;
    },
    { holdsFor: () => (world.time < 2_000 ? 2_000 : 3_500) - world.time },
  );
  const control = (answer: Response) => answer.headers.get("cache-control");
  const shared = "public, max-age=0, s-maxage=1, stale-while-revalidate=";
  expect(control(await world.ask("/shared"))).toBe(`${shared}1`);
  world.time = 900;
  const young = await world.ask("/shared");
  expect([await numberOf(young), control(young)]).toEqual([1, `${shared}0`]);
  // Under a second before, nobody else may keep it.
  world.time = 1_001;
  hangs = true;
  const last = await world.ask("/shared");
  expect([await numberOf(last), control(last)]).toEqual([1, "public, max-age=0, must-revalidate"]);
  await expect.poll(() => hanging.length).toBe(1);
  // At the instant itself, neither the page nor a rendering that began before it will do.
  world.time = 2_000;
  const waiting = world.ask("/shared");
  await expect.poll(() => hanging.length).toBe(2);
  hanging[0]?.(new Response());
  hanging[1]?.(new Response());
  expect(await numberOf(await waiting)).toBe(3);
  hangs = false;
  world.time = 3_499;
  expect(await numberOf(await world.ask("/shared"))).toBe(3);
  world.time = 3_500;
  expect(await numberOf(await world.ask("/shared"))).toBeGreaterThan(3);
});

test("a rendering that hangs is joined for four seconds, and what comes of it late is not kept", async () => {
  const hanging: ((answer: Response) => void)[] = [];
  const world = await open(() => new Promise<Response>((resolve) => hanging.push(resolve)));
  const first = world.ask("/shared");
  await expect.poll(() => hanging.length).toBe(1);
  world.time = 4_001;
  const second = world.ask("/shared");
  await expect.poll(() => hanging.length).toBe(2);
  hanging[0]?.(new Response("no. 1"));
  expect(await numberOf(await first)).toBe(1);
  const third = world.ask("/shared");
  hanging[1]?.(new Response("no. 2"));
  expect(await numberOf(await second)).toBe(2);
  expect(await numberOf(await third)).toBe(2);
});

test("a page whose renewal fails is given within its four seconds, then the failure", async () => {
  let fails = false;
  const world = await open(() =>
    fails ? new Response("broken", { status: 500 }) : new Response("whole"),
  );
  await world.ask("/shared");
  fails = true;
  world.time = 3_000;
  expect((await world.ask("/shared")).status).toBe(200);
  await expect.poll(() => world.renderings).toBe(2);
  world.time = 4_000;
  expect((await world.ask("/shared")).status).toBe(200);
  world.time = 4_001;
  const answer = await world.ask("/shared");
  expect(answer.status).toBe(500);
  expect(answer.headers.get("cache-control")).toBeNull();
  fails = false;
  expect((await world.ask("/shared")).status).toBe(200);
});

test("who is answered by a rendering that throws is answered by the site itself", async () => {
  const world = await open(() => Promise.reject(new Error("no database")));
  expect(await (await world.ask("/shared")).text()).toBe("made for you");
});

test("neither an error nor a redirect nor what is somebody's is kept", async () => {
  const answers: Record<string, ResponseInit> = {
    "/shared/404": { status: 404 },
    "/shared/302": { status: 302, headers: { Location: "/elsewhere" } },
  };
  const world = await open((address) => new Response("once", answers[address]));
  for (const path of Object.keys(answers)) {
    const before = world.renderings;
    await world.ask(path, { redirect: "manual" });
    await world.ask(path, { redirect: "manual" });
    expect(world.renderings - before, path).toBe(2);
  }
  for (const headers of [{ "Set-Cookie": "a=b" }, { "Cache-Control": "private, no-store" }]) {
    const own = await open(() => new Response("somebody's", { headers }));
    const answer = await own.ask("/shared");
    expect(await answer.text()).toBe("made for you");
    expect(answer.headers.get("set-cookie")).toBeNull();
  }
});

test("who is somebody, who writes, and what is not everybody's goes to the site", async () => {
  const world = await open();
  const asked = [
    world.ask("/shared", { headers: { Cookie: "a=b" } }),
    world.ask("/shared", { method: "POST" }),
    world.ask("/other"),
  ];
  for (const answer of await Promise.all(asked)) expect(await answer.text()).toBe("made for you");
  expect(world.renderings).toBe(0);
});

test("each encoding is the same page, with its length; HEAD has the length alone", async () => {
  const world = await open();
  const asked = async (accepted: string, method = "GET") => {
    const answer = await world.ask("/shared", { method, headers: { "Accept-Encoding": accepted } });
    expect(answer.headers.get("vary")).toBe("Accept-Encoding, Cookie");
    return answer;
  };
  const plain = await asked("identity");
  expect(plain.headers.get("content-encoding")).toBeNull();
  const text = await plain.text();
  const brotli = await asked("gzip, deflate, br, zstd");
  expect(brotli.headers.get("content-encoding")).toBe("br");
  const gzipped = await asked("gzip;q=1.0, br;q=0");
  expect(gzipped.headers.get("content-encoding")).toBe("gzip");
  // fetch has decoded both.
  expect([await brotli.text(), await gzipped.text()]).toEqual([text, text]);
  const head = await asked("br", "HEAD");
  expect(head.headers.get("content-length")).toBe(brotli.headers.get("content-length"));
  expect(Number(head.headers.get("content-length"))).toBeLessThan(300);
  expect(await head.text()).toBe("");
  expect(world.renderings).toBe(1);
});

test("what a CDN may keep never outlives the five seconds", async () => {
  const world = await open();
  for (const [age, sum] of [
    [0, 5],
    [1, 4],
    [1_000, 4],
    [1_001, 3],
    [4_000, 1],
  ] as const) {
    world.time += 100_000;
    await world.ask("/shared");
    world.time += age;
    const control = (await world.ask("/shared")).headers.get("cache-control") ?? "";
    const [, fresh, stale] = /s-maxage=(\d+), stale-while-revalidate=(\d+)$/.exec(control) ?? [];
    expect(Number(fresh) + Number(stale), control).toBe(sum);
    expect(control).toMatch(/^public, max-age=0, /);
  }
});

test("pages take no more memory than they may; the one not asked for longest goes first", async () => {
  const world = await open(undefined, { maxBytes: 30_000 });
  for (const path of ["/shared/1", "/shared/2", "/shared/3"]) {
    await (await world.ask(path, { headers: { "Accept-Encoding": "identity" } })).text();
  }
  expect(world.renderings).toBe(3);
  await world.ask("/shared/2");
  await world.ask("/shared/4", { headers: { "Accept-Encoding": "identity" } });
  await world.ask("/shared/2");
  expect(world.renderings).toBe(4);
  await world.ask("/shared/1");
  expect(world.renderings).toBe(5);
});

test("decodes to what was rendered, byte by byte", async () => {
  const world = await open();
  const { port } = new URL((await world.ask("/shared")).url);
  const http = await import("node:http");
  for (const [encoding, decode] of [
    ["br", brotliDecompressSync],
    ["gzip", gunzipSync],
  ] as const) {
    const bytes = await new Promise<Buffer>((resolve) => {
      const headers = { "Accept-Encoding": encoding };
      http.get({ port, host: "127.0.0.1", path: "/shared", headers }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk) => chunks.push(chunk));
        answer.on("end", () => resolve(Buffer.concat(chunks)));
      });
    });
    expect(decode(bytes).toString()).toContain("/shared no. 1 parenthèse");
  }
});
