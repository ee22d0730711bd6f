import { type ChildProcess, execFile, spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { listOfferings } from "#core/search/offering-list/list-offerings.server.ts";
import { offeringListQuery } from "#core/search/offering-list/schema.ts";
import { freePorts } from "../../launch/ports.ts";
import { OWN_PAGE } from "../load.ts";
import { median, ms, perSecond, quantile, ratio } from "../numbers.ts";
import type { Curve, Measured, Part, Row, World } from "../part.ts";
import { processorSeconds } from "../processor.ts";
import { openProduct } from "../runtime.ts";
import { listen } from "../statements.ts";

/*
 * How many answers one process gives visitors: a list from the cache, a list made anew, a search
 * through the JSON API; each beside a bare server, asked by the same client in turns.
 */

const SESSIONS = 100_000;
const SECONDS = 5;
/** Answers that do not count, because much of their time goes into compiling the code. */
const WARM_ANSWERS = 2_000;
const WARM_SECONDS = 60;
const ROUNDS = 3;
const CONNECTIONS = 16;
const UNDER_WAY = [1, 2, 4, 8, 16, 32, 64];
const LIST = "/sessions";
const SEARCH = "q=yoga&location=Lyon";
const MAX_HTML = 8_000;

const HERE = path.join(import.meta.dirname, "..");
const SHARED = ["Accept-Encoding: br"];
const OWN = Object.entries(OWN_PAGE).map(([name, value]) => `${name}: ${value}`);

interface Server {
  url: string;
  pid: number;
}

interface Pressed {
  perSecond: number;
  /** Milliseconds that each answer took. */
  took: number[];
}

const run = promisify(execFile);

async function press(
  url: string,
  headers: readonly string[] = [],
  connections = CONNECTIONS,
  seconds = SECONDS,
): Promise<Pressed> {
  const args = [
    path.join(HERE, "load-generator.ts"),
    url,
    String(connections),
    String(seconds),
    ...headers,
  ];
  const { stdout } = await run(process.execPath, args, { maxBuffer: 2 ** 28 });
  return JSON.parse(stdout);
}

/** A bare server, in a process of its own. */
async function openBound(world: World, kind: "bytes" | "react" | "sql", given: object) {
  const file = path.join(world.dataDir, `bound-${kind}.json`);
  fs.writeFileSync(file, JSON.stringify(given));
  const port = await freePorts(1);
  const child: ChildProcess = spawn(
    process.execPath,
    [path.join(HERE, "bounds.ts"), String(port), kind, file],
    { stdio: "inherit", env: { ...process.env, NODE_ENV: "production" } },
  );
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(url).catch(() => null))) await sleep(50);
  return { url, pid: child.pid ?? 0, stop: () => child.kill() };
}

/** Both in turns, when both are warm: the machine may be busier at one moment. */
async function compare(
  what: { of: Server; path: string; headers?: readonly string[] }[],
): Promise<{ perSecond: number; microseconds: number; took: number[] }[]> {
  const rounds = what.map(
    () => [] as { perSecond: number; microseconds: number; took: number[] }[],
  );
  for (const { of, path: address, headers } of what) {
    let answers = 0;
    for (let spent = 0; answers < WARM_ANSWERS && spent < WARM_SECONDS; spent += SECONDS) {
      answers += (await press(of.url + address, headers)).took.length;
    }
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, { of, path: address, headers }] of what.entries()) {
      const before = processorSeconds([of.pid]);
      const pressed = await press(of.url + address, headers);
      const used = processorSeconds([of.pid]) - before;
      const microseconds = (used / pressed.took.length) * 1e6;
      rounds[index]?.push({ ...pressed, microseconds });
    }
  }
  return rounds.map((list) => ({
    perSecond: median(list.map((one) => one.perSecond)),
    microseconds: median(list.map((one) => one.microseconds)),
    took: list.flatMap(({ took }) => took),
  }));
}

function rowOf(
  what: string,
  [product, bound]: { perSecond: number; microseconds: number }[],
  budget: number,
  missing: string,
): Row {
  const share = (product?.perSecond ?? 0) / (bound?.perSecond ?? 1);
  const time = (of: typeof product) =>
    `${perSecond(of?.perSecond ?? 0)}, ${Math.round(of?.microseconds ?? 0)} µs`;
  const more = Math.round((product?.microseconds ?? 0) - (bound?.microseconds ?? 0));
  return {
    ...{ what, product: time(product), bound: time(bound), ratio: ratio(share) },
    ...{ budget: `≥ ${budget}`, met: share >= budget },
    unmet: `${more} µs of the server's processor more than the bound. ${missing}`,
  };
}

async function measure(world: World): Promise<Measured> {
  const databaseUrl = await world.database(SESSIONS);
  const statements = await statementsOf(databaseUrl);
  const served = await world.serve({ sessions: SESSIONS });
  const product: Server = { url: served.urls[0] ?? "", pid: served.pids[0] ?? 0 };

  world.log("the list, shared");
  await press(product.url + LIST, SHARED, CONNECTIONS, 2);
  const { headers, body } = await answerOf(product.url + LIST);
  const bytes = await openBound(world, "bytes", { headers, body: body.toString("base64") });
  const shared = await compare([
    { of: product, path: LIST, headers: SHARED },
    { of: bytes, path: LIST, headers: SHARED },
  ]);
  world.log("the list, made anew");
  const html = brotliDecompressSync(body);
  const react = await openBound(world, "react", { headers, html: html.toString() });
  const anew = await compare([
    { of: product, path: LIST, headers: OWN },
    { of: react, path: LIST, headers: OWN },
  ]);
  react.stop();
  world.log("the search through the JSON API");
  const sql = await openBound(world, "sql", { databaseUrl, statements: [[SEARCH, statements]] });
  const found = await compare([
    { of: product, path: `/api/v1/sessions?${SEARCH}` },
    { of: sql, path: `/api/v1/sessions?${SEARCH}` },
  ]);
  sql.stop();

  const curves = world.isQuick
    ? []
    : [
        await latencies([
          { name: "list, shared", url: product.url + LIST, headers: SHARED },
          { name: "list, node:http alone", url: bytes.url, headers: SHARED },
          { name: "list, made anew", url: product.url + LIST, headers: OWN },
        ]),
      ];
  bytes.stop();
  await served.stop();

  const [first] = shared;
  return {
    rows: [
      rowOf(
        "list for visitors, shared, beside node:http sending the same bytes",
        shared,
        0.6,
        "The product besides looks the page up by its address and counts the answer.",
      ),
      rowOf(
        "list made anew, beside React and Brotli drawing the same page",
        anew,
        0.6,
        "The bound asks nothing and knows nothing of routes, loaders and logins: what it spares is what was typed being understood, the statements, PostgreSQL's own time, taken here from the cores that site and client need, and React's components, which it has as finished elements.",
      ),
      rowOf(
        "search through the JSON API, beside Hono and the same SQL",
        found,
        0.7,
        "The bound sends rows as they are. The product checks what is asked for, shapes what was found into the API's fields, sets the security headers, counts the answer and writes a line of the log. What is left is spread thin: putting the statements together anew takes 50 µs, headers and checks 25, the log 20. Keeping the text of statements would be the next step, and PostgreSQL on other cores: two more runs of the same evening gave 0.73 and 0.76.",
      ),
      {
        what: "HTML of the list, Brotli",
        product: `${body.length} bytes`,
        bound: `${MAX_HTML} bytes`,
        ratio: ratio(body.length / MAX_HTML),
        budget: "≤ 8 kB",
        met: body.length <= MAX_HTML,
        note: `as it is sent; ${html.length} plain, ${brotliCompressSync(html).length} at Brotli's highest quality`,
      },
    ],
    curves,
    notes: [
      `One process; ${CONNECTIONS} connections, medians of ${ROUNDS} rounds of ${SECONDS} s in turns; the client shares the machine with both. µs: processor time of the server for an answer. « The same bytes » are headers and body, \`writeHead\` and \`end\`; the product besides counts. « React and Brotli »: the page as elements that are kept, rendered to text and compressed each time, and nothing asked. The search has \`${SEARCH}\`; the bound sends its rows as they are.`,
      `The shared list answers within ${ms(quantile(first?.took ?? [], 0.5))} (median), ${ms(quantile(first?.took ?? [], 0.99))} (99 of 100), renewals included.`,
    ],
  };
}

/** An answer as it is on the wire, without what the server adds to each. */
async function answerOf(url: string): Promise<{ headers: Record<string, string>; body: Buffer }> {
  const { default: http } = await import("node:http");
  return new Promise((resolve, reject) => {
    http
      .get(url, { headers: { "accept-encoding": "br" } }, async (answer) => {
        const body = Buffer.concat(await answer.toArray());
        const { date: _, connection: __, "keep-alive": ___, ...headers } = answer.headers;
        resolve({ headers: headers as Record<string, string>, body });
      })
      .on("error", reject);
  });
}

/** The statements that the product sends to PostgreSQL for the search. */
async function statementsOf(databaseUrl: string) {
  const { ctx, close } = await openProduct(databaseUrl);
  try {
    const query = offeringListQuery.parse(Object.fromEntries(new URLSearchParams(SEARCH)));
    const sent = await listen(() => listOfferings(ctx, "session", query));
    return sent.map(({ text, values }, index) => ({ name: `s${index}`, text, values }));
  } finally {
    await close();
  }
}

async function latencies(
  what: { name: string; url: string; headers: readonly string[] }[],
): Promise<Curve> {
  const lines = [];
  for (const { name, url, headers } of what) {
    const points: Record<string, [number, number][]> = { median: [], "95 of 100": [] };
    for (const connections of UNDER_WAY) {
      const { took } = await press(url, headers, connections, 2);
      points.median?.push([connections, quantile(took, 0.5)]);
      points["95 of 100"]?.push([connections, quantile(took, 0.95)]);
    }
    for (const [share, list] of Object.entries(points)) {
      lines.push({ name: `${name}, ${share}`, points: list });
    }
  }
  return {
    ...{ title: "How long an answer takes", x: "connections", y: "ms", logX: true, logY: true },
    lines,
  };
}

export const part: Part = { name: "pages", title: "Pages", measure };
