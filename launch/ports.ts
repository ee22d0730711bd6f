import { once } from "node:events";
import net from "node:net";
import { Refusal } from "./refusal.ts";

/** @throws Refusal when somebody listens on this port, or no browser opens it */
export async function requireFreePort(port: number, use: string): Promise<void> {
  if (!(await isFree(port))) {
    throw new Refusal(
      `Port ${port} (${use}) is taken by another program: stop that one, or choose another place with PORT=…`,
    );
  }
  if (await isBlocked(port)) {
    throw new Refusal(
      `Port ${port} (${use}) is opened by no browser, being reserved for another service: choose another place with PORT=…`,
    );
  }
}

/**
 * Whether fetch, here as in browsers, refuses this port before it asks anybody
 * (https://fetch.spec.whatwg.org/#port-blocking).
 */
function isBlocked(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}`).then(
    () => false,
    ({ cause }) => cause?.message === "bad port",
  );
}

/** The address at which programs on this machine reach a server that listens on `host`. */
export function reachableAt(host: string, port: number): string {
  const one = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `http://${one.includes(":") ? `[${one}]` : one}:${port}`;
}

/** @throws Refusal when this machine cannot be reached under this address, or name */
export async function requireOwnAddress(host: string): Promise<void> {
  const server = net.createServer();
  try {
    server.listen(0, host);
    await once(server, "listening");
  } catch (error) {
    throw new Refusal(
      `HOST=${host} is not usable (${(error as Error).message}): an address of this machine is, as 0.0.0.0 or 127.0.0.1.`,
    );
  } finally {
    server.close();
  }
}

/**
 * The first of `count` neighbouring ports that are free now, above the last one that fetch refuses
 * (10080) and below the range that systems hand out to outgoing connections, from a random start so
 * that two seekers rarely meet.
 */
export async function freePorts(count: number): Promise<number> {
  for (;;) {
    const first = 10_081 + Math.floor(Math.random() * 20_000);
    const free = await Promise.all(Array.from({ length: count }, (_, i) => isFree(first + i)));
    if (free.every(Boolean)) return first;
  }
}

/** Whether nobody listens on this port, on any address of this machine. */
async function isFree(port: number): Promise<boolean> {
  const server = net.createServer();
  try {
    server.listen(port);
    await once(server, "listening");
    return true;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "EADDRINUSE") return false;
    throw new Refusal(`Port ${port} cannot be used (${message}): choose another with PORT=…`);
  } finally {
    server.close();
  }
}
