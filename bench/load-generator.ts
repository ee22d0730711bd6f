import net from "node:net";

/*
 * node bench/load-generator.ts <url> <connections> <seconds> [header: value]…
 *
 * Asks for one address over connections that stay open, each as soon as its last answer is there,
 * and prints what came as JSON. It reads of an answer no more than where it ends: a client that
 * parses them needs more of the processor than the servers that are measured with it.
 */
const [address = "", connections = "16", seconds = "5", ...headers] = process.argv.slice(2);
const url = new URL(address);
const question = Buffer.from(
  [`GET ${url.pathname}${url.search} HTTP/1.1`, `Host: ${url.host}`, ...headers, "", ""].join(
    "\r\n",
  ),
);
const LAST_CHUNK = Buffer.from("0\r\n\r\n");
const took: number[] = [];
const start = performance.now();
const end = start + Number(seconds) * 1000;

function press(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(url.port), url.hostname).setNoDelay(true);
    let asked = 0;
    /** Bytes that the answer lacks; null while its head is not there, NaN until its last chunk. */
    let missing: number | null = null;
    const ask = () => {
      if (performance.now() > end) {
        socket.end();
        return resolve();
      }
      missing = null;
      asked = performance.now();
      socket.write(question);
    };
    socket.on("connect", ask);
    socket.on("error", reject);
    socket.on("data", (bytes) => {
      if (typeof bytes === "string") return;
      if (missing === null) {
        const head = bytes.toString("latin1", 0, bytes.indexOf("\r\n\r\n") + 4);
        if (!head.startsWith("HTTP/1.1 200")) return reject(new Error(head));
        const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
        missing = length ? Number(length) + head.length - bytes.length : Number.NaN;
      } else missing -= bytes.length;
      const isLast = Number.isNaN(missing) && bytes.subarray(-5).equals(LAST_CHUNK);
      if (missing === 0 || isLast) {
        took.push(performance.now() - asked);
        ask();
      }
    });
  });
}

await Promise.all(Array.from({ length: Number(connections) }, press));
console.log(
  JSON.stringify({ perSecond: (took.length / (performance.now() - start)) * 1000, took }),
);
