import { setTimeout as wait } from "node:timers/promises";

/** One buyer's attempt at one seat. */
export interface Attempt {
  token: string;
  clientId: string;
  sessionId: string;
  slotId: string;
}

export interface Load {
  /** Seats that the site has said to be booked, and when it was asked, in milliseconds. */
  acknowledged: { clientId: string; slotId: string; asked: number; answered: number }[];
  /** The other answers to buyers, with their number. */
  refused: Map<string, number>;
  /** When each page came, or did not. */
  pages: { at: number; path: string; status: number; took: number }[];
  stop(): Promise<void>;
}

let networks = 0;
/** Another network for each request, so that no limit of one network counts. */
function newNetwork(): string {
  networks += 1;
  return `203.0.${Math.floor(networks / 250) % 250}.${1 + (networks % 250)}`;
}

/**
 * Buyers who book one seat after the other, and readers who ask for pages that nobody has asked for
 * before, until they are stopped.
 */
export function startLoad(
  origin: string,
  attempts: Attempt[],
  { buyers, readers, paths }: { buyers: number; readers: number; paths: readonly string[] },
): Load {
  let isOver = false;
  const acknowledged: Load["acknowledged"] = [];
  const refused: Load["refused"] = new Map();
  const pages: Load["pages"] = [];
  const count = (answer: string) => refused.set(answer, (refused.get(answer) ?? 0) + 1);

  const book = async ({ token, clientId, sessionId, slotId }: Attempt) => {
    const started = performance.now();
    try {
      const answer = await fetch(`${origin}/api/v1/functions/create-session-payment`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
          "x-forwarded-for": newNetwork(),
        },
        body: JSON.stringify({ sessionId, slotId, amount: 0 }),
        signal: AbortSignal.timeout(20_000),
      });
      const text = await answer.text();
      if (answer.status === 200) {
        acknowledged.push({ clientId, slotId, asked: started, answered: performance.now() });
        return true;
      }
      count(answer.status === 503 ? "503" : `${answer.status} ${text.slice(0, 120)}`);
    } catch (error) {
      count(String(error));
    }
    return false;
  };
  const buy = async () => {
    while (!isOver) {
      const attempt = attempts.shift();
      if (!attempt) throw new Error("every seat that was made for the drill is booked");
      // A buyer who is told to try again in a moment does so.
      while (!(await book(attempt)) && !isOver) await wait(250);
      await wait(50);
    }
  };
  const read = async (reader: number) => {
    for (let turn = reader; !isOver; turn += 1) {
      const path = paths[turn % paths.length] as string;
      const started = performance.now();
      const status = await fetch(
        `${origin}${path}${path.includes("?") ? "&" : "?"}q=${newWord()}`,
        {
          headers: { "x-forwarded-for": newNetwork() },
          signal: AbortSignal.timeout(20_000),
        },
      ).then(
        async (answer) => {
          await answer.arrayBuffer();
          return answer.status;
        },
        () => 0,
      );
      const now = performance.now();
      pages.push({ at: now, path, status, took: now - started });
      await wait(100);
    }
  };
  const all = [
    ...Array.from({ length: buyers }, buy),
    ...Array.from({ length: readers }, (_, reader) => read(reader)),
  ];
  const ended = Promise.all(all);
  return {
    acknowledged,
    refused,
    pages,
    async stop() {
      isOver = true;
      await ended;
    },
  };
}

/** Letters that nobody has searched for yet. */
const newWord = () => Math.random().toString(36).slice(2);

/** The longest time, in milliseconds, for which none of these pages came between two instants. */
export function longestGap(pages: Load["pages"], from: number, to: number): number {
  const came = pages.filter(({ status, at }) => status === 200 && at >= from && at <= to);
  const instants = [from, ...came.map(({ at }) => at).sort((a, b) => a - b), to];
  return Math.max(...instants.slice(1).map((at, index) => at - (instants[index] as number)));
}
