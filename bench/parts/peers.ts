import path from "node:path";
import pg from "pg";
import { installIfNeeded } from "../../scripts/install.mjs";
import { rateOf, rateOfWork } from "../load.ts";
import { median, ms, perSecond, quantile } from "../numbers.ts";
import type { Measured, Part, World } from "../part.ts";
import { fillMedusa, openMedusa } from "../peers/medusa.ts";
import { openParenthese } from "../peers/parenthese.ts";
import { type Offer, type Peer, SoldOut } from "../peers/peer.ts";
import { fillVendure, openVendure } from "../peers/vendure.ts";

/*
 * The product beside two shops that anybody can install: each in one process of Node, on the same
 * PostgreSQL, with the same offers, asked by the same client in turns.
 */

const SESSIONS = 10_000;
const CONNECTIONS = 16;
const SECONDS = 5;
const WARM_SECONDS = 3;
const ROUNDS = 3;
/** Who want the last place at once. */
const BUYERS = 50;
/** More than any of them sells here. */
const SEATS = 1_000_000;

/** The product's own catalogue, as the others can hold it. */
async function readOffers(databaseUrl: string): Promise<Offer[]> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  const { rows } = await pool.query<Offer>(`
    select id::text, title || coalesce(' à ' || city, ' en ligne') as title, description,
      greatest(price_cents, 100) as cents, ${SEATS} as seats
    from offerings where is_active order by id`);
  await pool.end();
  const last = rows.at(-1);
  if (last) last.seats = 1;
  return rows;
}

async function openAll(world: World): Promise<{ peers: Peer[]; offers: number }> {
  for (const folder of ["vendure", "medusa"]) {
    await installIfNeeded({ folder: path.join(import.meta.dirname, "..", "peers", folder) });
  }
  const offers = await readOffers(await world.database(SESSIONS));
  // PostgreSQL is restarted for what is filled, so all of that comes first.
  const ofVendure = await fillVendure(world, offers);
  const ofMedusa = await fillMedusa(world, offers);
  const parenthese = await openParenthese(world, SESSIONS, offers);
  const vendure = await openVendure(world, ofVendure, offers);
  const medusa = await openMedusa(world, ofMedusa, offers);
  return { peers: [parenthese, vendure, medusa], offers: offers.length };
}

interface Task {
  name: string;
  /** Answers a second, of this many offers in turn. */
  rate(peer: Peer, offers: number, seconds: number): Promise<number>;
}

let buyers = 0;

const TASKS: Task[] = [
  {
    name: "search, « yoga Lyon », twenty found",
    rate: ({ url, search }, _, seconds) =>
      rateOf({ urls: [url], connections: CONNECTIONS, seconds, ask: () => search }),
  },
  {
    name: "one offer",
    rate: ({ url, detail }, offers, seconds) =>
      rateOf({ urls: [url], connections: CONNECTIONS, seconds, ask: (i) => detail(i % offers) }),
  },
  {
    name: "a place into the cart of somebody new",
    rate: (peer, offers, seconds) =>
      rateOfWork({
        ...{ underWay: CONNECTIONS, seconds },
        work() {
          buyers += 1;
          return peer.takeSeat(buyers, buyers % (offers - 1));
        },
      }),
  },
];

/** Everybody at once; how many bought the one place, and how long each waited for an answer. */
async function sellLast(peer: Peer): Promise<{ sold: number; took: number[] }> {
  const took: number[] = [];
  const got = await Promise.all(
    Array.from({ length: BUYERS }, async () => {
      const start = performance.now();
      buyers += 1;
      const isBought = await peer.buyLast(buyers).then(
        () => true,
        (error) => {
          if (error instanceof SoldOut) return false;
          throw error;
        },
      );
      took.push(performance.now() - start);
      return isBought;
    }),
  );
  return { sold: got.filter(Boolean).length, took };
}

async function measure(world: World): Promise<Measured> {
  const { peers, offers } = await openAll(world);
  try {
    const lines: string[][] = [];
    for (const { name, rate } of TASKS) {
      world.log(name);
      const rates = peers.map((): number[] => []);
      for (const peer of peers) await rate(peer, offers, WARM_SECONDS);
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const [index, peer] of peers.entries()) {
          rates[index]?.push(await rate(peer, offers, SECONDS));
        }
      }
      lines.push([name, ...rates.map((of) => perSecond(median(of)))]);
    }
    const [sold, waited]: [string[], string[]] = [[], []];
    for (const peer of peers) {
      world.log(`the last place, ${peer.name}`);
      const last = await sellLast(peer);
      sold.push(String(last.sold));
      waited.push(`${ms(median(last.took))} / ${ms(quantile(last.took, 1))}`);
    }
    lines.push(
      [`one place, ${BUYERS} buyers at once: sold`, ...sold],
      ["the same: answer to each, half / all within", ...waited],
    );
    const table = [["", ...peers.map(({ name }) => name)], peers.map(() => "---"), ...lines];
    table[1]?.unshift("---");
    return {
      rows: [],
      curves: [],
      notes: [table.map((cells) => `| ${cells.join(" | ")} |`).join("\n"), note(offers)],
    };
  } finally {
    for (const peer of peers) await peer.stop();
  }
}

const note = (offers: number) =>
  `Each is one process of Node on the PostgreSQL of the bench, with ${offers} offers, installed from npm as its documentation says and configured by nothing but its database (\`bench/peers\`): caches, queues, locks and events as they come. ${CONNECTIONS} requests are under way; medians of ${ROUNDS} rounds of ${SECONDS} s in turns; the client and PostgreSQL share the machine. A place in Parenthèse's cart is held for its buyer and has a checkout at the provider, which the simulator plays on the same machine; the other two note a wish. They decide who gets the last place when it is paid, by a means of payment that always works.`;

export const part: Part = { name: "peers", title: "Beside others", measure };
