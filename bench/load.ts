import http from "node:http";
import { GUEST_PROOF_COOKIE } from "#site/cookies.ts";

/** Sends a login cookie: such pages are made for one visitor, whoever asked just before. */
export const OWN_PAGE = { cookie: `${GUEST_PROOF_COOKIE}=x`, "accept-encoding": "br" };

export interface Question {
  method?: "GET" | "POST";
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface Load {
  /** The address of each process; they are asked in turns. */
  urls: readonly string[];
  /** How many requests are under way at any moment. */
  connections: number;
  seconds: number;
  /** The question number `i`. */
  ask(i: number): Question;
}

/**
 * Asks over connections that stay open, each as soon as its last answer is there.
 *
 * @returns answers a second.
 * @throws Error when an answer is not what was hoped for: a refusal is quicker than a page.
 */
export async function rateOf({ urls, connections, seconds, ask }: Load): Promise<number> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  const work = (i: number, n: number) => answer(agent, urls[n % urls.length] ?? "", ask(i));
  return rateOfWork({ underWay: connections, seconds, work }).finally(() => agent.destroy());
}

/** How often a second the work is done, by so many workers, each of which begins again at once. */
export async function rateOfWork({
  underWay,
  seconds,
  work,
}: {
  underWay: number;
  seconds: number;
  /** Turn `i`, by worker `n`. */
  work(i: number, n: number): Promise<unknown>;
}): Promise<number> {
  const start = performance.now();
  const end = start + seconds * 1000;
  let next = 0;
  const worker = async (n: number) => {
    while (performance.now() < end) await work(next++, n);
  };
  await Promise.all(Array.from({ length: underWay }, (_, n) => worker(n)));
  return (next / (performance.now() - start)) * 1000;
}

function answer(
  agent: http.Agent,
  url: string,
  { method = "GET", path, headers = {}, body }: Question,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = http.request(url + path, { method, headers, agent }, (incoming) => {
      incoming.resume();
      incoming.once("end", () => {
        if (incoming.statusCode === 200) resolve();
        else reject(new Error(`${method} ${path} answered ${incoming.statusCode}`));
      });
    });
    request.once("error", reject);
    request.end(body);
  });
}
