import http from "node:http";
import zlib from "node:zlib";
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { freePorts } from "../../launch/ports.ts";
import { chromiumArguments, ensureChromium } from "../../scripts/chromium.mjs";
import { untilAlive } from "../../test/e2e/until-alive.ts";
import { withDemo } from "../demo.ts";
import { median } from "../numbers.ts";
import type { Measured, Part, Row, World } from "../part.ts";
import { lighthouse, type Report } from "../tools/lighthouse.ts";

/*
 * The experience of a visitor's browser on the demo's pages and pictures: Lighthouse as a phone on
 * a slow network sees them, the bytes downloaded, layout shifts, how soon a touch is answered, and
 * whether a picture is larger than its place.
 */

const RUNS = 5;
const PERFORMANCE = 99;
/** Milliseconds. */
const LARGEST_PAINT = 1_800;
/** Bytes of script compressed with Brotli that home, list and detail may weigh in all, untouched. */
const SCRIPT_BUDGET = 105_000;
const LIST_BUDGET = 8_000;
const SLOWDOWN = 4;
const INTERACTION_BUDGET = 100;
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, hasTouch: true };
const DESKTOP = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 };
/** A picture comes in steps of width: it may be so many times as wide as what is shown of it. */
const PICTURE_BUDGET = 2;

interface Screen {
  name: string;
  path: string;
}

async function screensOf(url: string): Promise<Screen[]> {
  const answer = await fetch(`${url}/api/v1/sessions?limit=1`);
  const { data } = (await answer.json()) as { data: { id: string }[] };
  const path = `/sessions/${data[0]?.id}`;
  const { slots } = (await (await fetch(`${url}/api/v1${path}`)).json()) as {
    slots: { id: string }[];
  };
  return [
    { name: "home", path: "/" },
    { name: "list", path: "/sessions" },
    { name: "detail", path },
    // A slot chosen, the guest's e-mail asked for: the last page before the provider's.
    { name: "checkout", path: `${path}?creneau=${slots[0]?.id}` },
  ];
}

async function openBrowser(port?: number): Promise<Browser> {
  const ofRoot = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const debugging = port ? [`--remote-debugging-port=${port}`] : [];
  return chromium.launch({
    executablePath: await ensureChromium(),
    args: [...chromiumArguments, ...ofRoot, ...debugging],
  });
}

// ─── Lighthouse ────────────────────────────────────────────────────────────────────────────────

const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;
const METRICS = {
  "first-contentful-paint": "first paint",
  "largest-contentful-paint": "largest paint",
  "total-blocking-time": "blocked",
  "speed-index": "speed index",
} as const;

/** The cause that holds a page's start back where it misses its budget. */
const SLOW_LINE =
  "before the largest paint a line of 200 kB a second carries the page, its style (13 kB), two fonts (56 kB) and a picture; scripts come after it (decision 058). What is blocked is the time that a slow processor takes to run React and the router, 93 of 104 kB.";

async function measureLighthouse(world: World, url: string, screens: Screen[]): Promise<Row[]> {
  const port = await freePorts(1);
  const browser = await openBrowser(port);
  const rows: Row[] = [];
  try {
    for (const { name, path } of screens) {
      const runs: Report[] = [];
      for (let run = 0; run < RUNS; run++) {
        const result = await lighthouse(url + path, {
          port,
          logLevel: "error",
          onlyCategories: [...CATEGORIES],
        });
        if (!result) throw new Error(`Lighthouse said nothing of ${path}`);
        runs.push(result.lhr);
      }
      const scores = CATEGORIES.map((category) =>
        Math.round(100 * median(runs.map(({ categories }) => categories[category]?.score ?? 0))),
      );
      const metrics = Object.entries(METRICS).map(([id, label]) => {
        const value = median(runs.map(({ audits }) => audits[id]?.numericValue ?? Number.NaN));
        return `${label} ${(value / 1000).toFixed(1)} s`;
      });
      const [performance = 0, ...others] = scores;
      const paint = median(
        runs.map(({ audits }) => audits["largest-contentful-paint"]?.numericValue ?? Number.NaN),
      );
      world.log(`  ${name}: ${scores.join(", ")}; ${metrics.join(", ")}`);
      rows.push({
        what: `Lighthouse mobile, ${name}: performance`,
        product: String(performance),
        bound: "100",
        ratio: (performance / 100).toFixed(2),
        budget: `≥ ${PERFORMANCE}`,
        met: performance >= PERFORMANCE,
        note: metrics.join(", "),
        unmet: SLOW_LINE,
      });
      rows.push({
        what: `Lighthouse mobile, ${name}: largest paint`,
        product: `${(paint / 1000).toFixed(2)} s`,
        budget: `≤ ${(LARGEST_PAINT / 1000).toFixed(1)} s`,
        met: paint <= LARGEST_PAINT,
      });
      rows.push({
        what: `Lighthouse mobile, ${name}: accessibility, best practices, SEO`,
        product: others.join(", "),
        bound: "100",
        ratio: (Math.min(...others) / 100).toFixed(2),
        budget: "100 each",
        met: others.every((score) => score === 100),
      });
      // A run on a busy machine may end without having seen it.
      const shift = Math.max(
        ...runs.flatMap(({ audits }) => audits["cumulative-layout-shift"]?.numericValue ?? []),
      );
      rows.push({
        what: `layout shift, ${name}`,
        product: shift.toFixed(4),
        bound: "0",
        budget: "0.00",
        met: shift >= 0 && shift < 0.005,
      });
    }
  } finally {
    await browser.close();
  }
  return rows;
}

// ─── Bytes ─────────────────────────────────────────────────────────────────────────────────────

/** Scripts that a page loads by itself, with the bytes of their bodies on the wire. */
async function scriptsOf(page: Page, url: string): Promise<Map<string, number>> {
  const client = await page.context().newCDPSession(page);
  await client.send("Network.enable");
  const addresses = new Map<string, { address: string; head: number }>();
  const bytes = new Map<string, number>();
  client.on("Network.responseReceived", ({ requestId, type, response }) => {
    const { url: address, encodedDataLength: head } = response;
    if (type === "Script") addresses.set(requestId, { address, head });
  });
  client.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const known = addresses.get(requestId);
    if (known) bytes.set(known.address, encodedDataLength - known.head);
  });
  await page.goto(url, { waitUntil: "networkidle" });
  await client.detach();
  return bytes;
}

async function measureBytes(browser: Browser, url: string, screens: Screen[]): Promise<Row[]> {
  const rows: Row[] = [];
  const all = new Map<string, number>();
  for (const { name, path } of screens) {
    const context = await browser.newContext(PHONE);
    const scripts = await scriptsOf(await context.newPage(), url + path);
    await context.close();
    const total = sum(scripts.values());
    for (const [address, bytes] of scripts) {
      if (name !== "checkout") all.set(address, bytes);
    }
    rows.push({ what: `script of ${name}, as transferred`, product: kB(total) });
  }
  rows.push({
    what: "script of home, list and detail, as transferred",
    product: kB(sum(all.values())),
    // The framework itself; what is ours is the rest.
    bound: kB(sum([...all].filter(([file]) => file.includes("framework")).map(([, n]) => n))),
    budget: `≤ ${kB(SCRIPT_BUDGET)}`,
    met: sum(all.values()) <= SCRIPT_BUDGET,
    note: "bound: React and the router alone",
  });
  const html = Buffer.from(await (await fetch(`${url}/sessions`)).arrayBuffer());
  const sent = await rawLength(`${url}/sessions`);
  rows.push({
    what: "HTML of the list, as transferred",
    product: kB(sent),
    bound: kB(zlib.brotliCompressSync(html).length),
    budget: `≤ ${kB(LIST_BUDGET)}`,
    met: sent <= LIST_BUDGET,
    note: `bound: Brotli at its highest level; ${kB(html.length)} as they are`,
  });
  return rows;
}

/** Bytes of a body as they come, for a browser that reads Brotli. */
async function rawLength(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    http
      .get(url, { headers: { "accept-encoding": "br" } }, (answer) => {
        let bytes = 0;
        answer.on("data", (chunk: Buffer) => {
          bytes += chunk.length;
        });
        answer.on("end", () => resolve(bytes));
      })
      .on("error", reject);
  });
}

// ─── Interaction ───────────────────────────────────────────────────────────────────────────────

/** The actions on the filter bar, each on a freshly loaded list. */
const INTERACTIONS: [what: string, act: (page: Page) => Promise<unknown>][] = [
  ["choosing a category", (page) => choose(page, "category")],
  ["choosing a price", (page) => choose(page, "price")],
  ["« Dernière minute »", (page) => filters(page).getByRole("link").first().tap()],
  [
    "opening the search",
    (page) => page.getByRole("button", { name: /Modifier la recherche/ }).tap(),
  ],
  [
    "typing a word",
    async (page) => {
      await page.getByRole("button", { name: /Modifier la recherche/ }).tap();
      await page.locator('input[name="q"]').pressSequentially("yoga", { delay: 120 });
    },
  ],
];

const filters = (page: Page) => page.getByRole("group", { name: "Filtres" });

/** By a key: browsers time what people do, and nothing that a script does. */
async function choose(page: Page, name: string): Promise<void> {
  await page.locator(`select[name="${name}"]`).focus();
  await page.keyboard.press("ArrowDown");
  await page.waitForURL((url) => url.searchParams.has(name));
}

/** The slowest answer of a page to what was done on it, in ms: from the event to the next paint. */
async function slowestAnswer(
  context: BrowserContext,
  url: string,
  act: (page: Page) => Promise<unknown>,
): Promise<number> {
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
  await page.goto(url, { waitUntil: "networkidle" });
  // Before that, a touch waits for the code of the screen (docs/decisions/059).
  await untilAlive(page);
  await page.evaluate(() => {
    const seen: number[] = [];
    Object.assign(window, { seen });
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.push(entry.duration);
    });
    // The shortest that browsers tell of.
    observer.observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
  });
  await act(page);
  await page.waitForLoadState("networkidle");
  // A frame after the last paint, entries have been handed over.
  const slowest = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const { seen } = window as unknown as { seen: number[] };
        setTimeout(() => resolve(Math.max(0, ...seen)), 500);
      }),
  );
  await page.close();
  return slowest;
}

async function measureInteractions(browser: Browser, url: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [what, act] of INTERACTIONS) {
    const context = await browser.newContext(PHONE);
    const times = [];
    for (let run = 0; run < RUNS; run++) {
      times.push(await slowestAnswer(context, `${url}/sessions`, act));
    }
    await context.close();
    const time = median(times);
    rows.push({
      what: `filter bar at ${SLOWDOWN}× slowdown: ${what}`,
      product: time === 0 ? "< 16 ms" : `${time} ms`,
      bound: "16 ms",
      budget: `≤ ${INTERACTION_BUDGET} ms`,
      met: time <= INTERACTION_BUDGET,
    });
  }
  return rows;
}

// ─── Pictures ──────────────────────────────────────────────────────────────────────────────────

/** For each picture of a page, how many times wider it is than its place, in screen pixels. */
async function oversizes(page: Page): Promise<{ name: string; times: number }[]> {
  await page.evaluate(async () => {
    for (const image of document.images) {
      image.loading = "eager";
      await image.decode().catch(() => {});
    }
  });
  return page.evaluate(async () => {
    const found = [];
    for (const image of document.images) {
      const { width, height } = image.getBoundingClientRect();
      // Drawings have no pixels, and hidden pictures no place.
      if (width * height === 0 || image.currentSrc.endsWith(".svg")) continue;
      // `naturalWidth` is divided by what the browser chose it for: ask the file itself.
      const file = new Image();
      file.src = image.currentSrc;
      await file.decode();
      // Cut to its place, a picture fills it: the side that it needs more of counts.
      const times = Math.min(
        file.naturalWidth / (width * devicePixelRatio),
        file.naturalHeight / (height * devicePixelRatio),
      );
      found.push({ name: image.currentSrc.split("/").pop() ?? "", times });
    }
    return found;
  });
}

async function measurePictures(browser: Browser, url: string, screens: Screen[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { name, path } of screens.slice(0, 3)) {
    for (const [device, options] of [
      ["phone", PHONE],
      ["desktop", DESKTOP],
    ] as const) {
      const context = await browser.newContext(options);
      const page = await context.newPage();
      await page.goto(url + path, { waitUntil: "networkidle" });
      const pictures = await oversizes(page);
      await context.close();
      const largest = pictures.reduce((one, other) => (other.times > one.times ? other : one), {
        name: "none",
        times: 0,
      });
      rows.push({
        what: `largest picture for its place, ${name}, ${device}`,
        product: `${largest.times.toFixed(2)} ×`,
        bound: "1.00 ×",
        ratio: largest.times.toFixed(2),
        budget: `≤ ${PICTURE_BUDGET} ×`,
        met: largest.times <= PICTURE_BUDGET,
        note: `${largest.name}, of ${pictures.length}`,
      });
    }
  }
  return rows;
}

function sum(values: Iterable<number>): number {
  return [...values].reduce((total, value) => total + value, 0);
}

function kB(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}

async function measure(world: World): Promise<Measured> {
  return withDemo(world, async (url) => {
    const screens = await screensOf(url);
    const rows = await measureLighthouse(world, url, screens);
    const browser = await openBrowser();
    try {
      rows.push(...(await measureBytes(browser, url, screens)));
      rows.push(...(await measureInteractions(browser, url)));
      rows.push(...(await measurePictures(browser, url, screens)));
    } finally {
      await browser.close();
    }
    const notes = [
      `Lighthouse plays a phone of the middle range (its own mobile preset: 1.6 Mbit/s, 150 ms, processor slowed down ×4) and is told nothing else; medians of ${RUNS}. Layout shift is the worst of them.`,
      "Interactions are medians of the slowest event each time, from the touch to the next frame. Pictures come in steps of double width, so that one may be up to twice as wide as its place; less is the browser's choice where a screen has more pixels than the file.",
    ];
    return { rows, curves: [], notes };
  });
}

export const part: Part = {
  name: "browser",
  title: "In the browser",
  measure,
};
