import { once } from "node:events";
import net from "node:net";

/** Whether nobody listens on this port, on any address of this machine. */
export async function isFree(port: number): Promise<boolean> {
  const server = net.createServer();
  try {
    server.listen(port);
    await once(server, "listening");
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}

/**
 * The first of `count` neighbouring ports that are free now, below the range that systems hand out
 * to outgoing connections, from a random start so that two seekers rarely meet.
 */
export async function freePorts(count: number): Promise<number> {
  for (;;) {
    const first = 10_000 + Math.floor(Math.random() * 20_000);
    const free = await Promise.all(Array.from({ length: count }, (_, i) => isFree(first + i)));
    if (free.every(Boolean)) return first;
  }
}
