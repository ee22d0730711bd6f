import type http from "node:http";
import net, { type AddressInfo } from "node:net";
import zlib from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openStranger, outsideOf, PUBLIC, type Stranger } from "#test/make/outside-servers.ts";
import {
  createOutside,
  type Dial,
  type OutsideFailure,
  type Version,
} from "./outside-requests.server.ts";

/** So long that none of it runs out on a machine that does much else. */
const PATIENCE = 60_000;
const LIMITS = { maxBytes: 100_000, timeoutMs: PATIENCE };
const HELLO: http.RequestListener = (_request, response) => response.end("bonjour");
const leadTo =
  (location: string, status = 302): http.RequestListener =>
  (_request, response) =>
    response.writeHead(status, { location }).end();

let stranger: Stranger;
beforeAll(async () => {
  stranger = await openStranger(HELLO);
});
beforeEach(() => {
  stranger.answer = HELLO;
  stranger.asked.length = 0;
});
afterAll(() => stranger.close());

async function failureOf(work: Promise<unknown>): Promise<OutsideFailure | "none"> {
  return work.then(
    () => "none" as const,
    (error: { failure: OutsideFailure }) => error.failure,
  );
}

test("reads a public address, and connects only to what was checked", async () => {
  const dialed: Dial[] = [];
  const outside = outsideOf(stranger, { dialed });
  expect(await outside.read("https://agenda.example.fr/a.ics?s=1", LIMITS)).toEqual({
    ...{ status: 200, bytes: Buffer.from("bonjour"), charset: null },
    version: { etag: null, lastModified: null },
  });
  expect(stranger.asked).toEqual(["/a.ics?s=1"]);
  expect(dialed).toEqual([
    { host: "agenda.example.fr", addresses: [PUBLIC], port: 443, secure: true },
  ]);
});

test.each([
  ["https://nas.example.fr:5001/agenda.ics", 5001],
  ["http://nas.example.fr:8080/agenda.ics", 8080],
])("reads a calendar at home from its own port: %s", async (url, port) => {
  const dialed: Dial[] = [];
  await outsideOf(stranger, { dialed }).read(url, LIMITS);
  expect(dialed).toMatchObject([{ host: "nas.example.fr", addresses: [PUBLIC], port }]);
});

describe("an answer is known again", () => {
  const marks = { etag: 'W/"7"', lastModified: "Fri, 20 Nov 2026 09:00:00 GMT" };

  test("by its marks, with which it is asked for only if it has changed", async () => {
    stranger.answer = ({ headers }, response) => {
      const isKnown =
        headers["if-none-match"] === marks.etag &&
        headers["if-modified-since"] === marks.lastModified;
      response.writeHead(isKnown ? 304 : 200, {
        etag: marks.etag,
        "last-modified": marks.lastModified,
      });
      response.end(isKnown ? undefined : "bonjour");
    };
    const read = (known?: Version) =>
      outsideOf(stranger).read("https://agenda.example.fr/", { ...LIMITS, known });
    expect(await read()).toEqual({
      status: 200,
      bytes: Buffer.from("bonjour"),
      charset: null,
      version: marks,
    });
    expect(await read(marks)).toEqual({
      status: 304,
      bytes: Buffer.alloc(0),
      charset: null,
      version: marks,
    });
    expect((await read({ ...marks, etag: '"8"' })).status).toBe(200);
  });

  test("but by none that is long, or that no header could carry back", async () => {
    for (const etag of [`"${"x".repeat(300)}"`, '"\u00e9"']) {
      stranger.answer = (_request, response) => response.writeHead(200, { etag }).end();
      const { version } = await outsideOf(stranger).read("https://agenda.example.fr/", LIMITS);
      expect(version).toEqual({ etag: null, lastModified: null });
    }
  });
});

describe("never connects to what stands within", () => {
  test.each([
    ...["127.0.0.1", "127.1", "0x7f000001", "2130706433", "0177.0.0.1", "0.0.0.0", "10.0.0.7"],
    ...["172.16.3.4", "192.168.1.1", "169.254.169.254", "100.64.0.1", "100.127.255.254"],
    ...["192.0.0.192", "198.18.0.1", "203.0.113.7", "224.0.0.1", "255.255.255.255"],
    ...["[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::127.0.0.1]"],
    ...["[64:ff9b::7f00:1]", "[64:ff9b:1::7f00:1]", "[2002:7f00:1::]", "[2001:0:7f00:1::]"],
    ...["[fe80::1]", "[fc00::1]", "[fd12:3456::1]", "[fec0::1]", "[ff02::1]", "[2001:db8::1]"],
    ...["[4000::1]", "[100::1]"],
  ])("http://%s/", async (host) => {
    const dialed: Dial[] = [];
    const outside = outsideOf(stranger, { dialed });
    expect(await failureOf(outside.read(`http://${host}/`, LIMITS))).toBe("refused");
    expect(dialed).toEqual([]);
  });

  test.each([
    [["127.0.0.1"]],
    [[PUBLIC, "10.0.0.1"]],
    [["2606:4700::1111", "::ffff:192.168.0.1"]],
    [["64:ff9b::a9fe:a9fe"]],
  ])("a name that stands for %j", async (addresses) => {
    const dialed: Dial[] = [];
    const outside = outsideOf(stranger, { names: { "a.example": addresses }, dialed });
    expect(await failureOf(outside.read("https://a.example/", LIMITS))).toBe("refused");
    expect(dialed).toEqual([]);
  });

  test.each([
    "ftp://agenda.example.fr/",
    "file:///etc/passwd",
    "gopher://agenda.example.fr/",
    "data:text/calendar,BEGIN:VCALENDAR",
    "https://agenda.example.fr:25/",
    "http://agenda.example.fr:22/",
    "http://agenda.example.fr:443/",
    "https://me:secret@agenda.example.fr/",
    "//agenda.example.fr/",
    "agenda",
    "",
  ])("%s", async (url) => {
    const dialed: Dial[] = [];
    expect(await failureOf(outsideOf(stranger, { dialed }).read(url, LIMITS))).toBe("refused");
    expect(dialed).toEqual([]);
  });
});

test("a name that changes what it stands for is asked once, and its first answer is dialed", async () => {
  let asked = 0;
  const dialed: Dial[] = [];
  const rebinding = async () => {
    asked += 1;
    return asked === 1 ? [PUBLIC] : ["127.0.0.1"];
  };
  const outside = outsideOf(stranger, { names: { "a.example": rebinding }, dialed });
  await outside.read("https://a.example/", LIMITS);
  expect(asked).toBe(1);
  expect(dialed.map(({ addresses }) => addresses)).toEqual([[PUBLIC]]);
  expect(await failureOf(outside.read("https://a.example/", LIMITS))).toBe("refused");
});

test("the connection itself looks no name up: it goes where it was told", async () => {
  // Nobody has that name; a second look-up would fail, and the connection would too.
  const outside = createOutside({
    allowed: `http://127.0.0.1:${stranger.port}/`,
    resolve: async () => ["192.0.2.1"],
  });
  expect(await failureOf(outside.read("http://nobody.invalid/", LIMITS))).toBe("refused");
  expect(await outside.read(`http://127.0.0.1:${stranger.port}/`, LIMITS)).toMatchObject({
    ...{ bytes: Buffer.from("bonjour") },
  });
});

describe("redirects", () => {
  test.each([301, 302, 303, 307, 308])("%d are followed to a public address", async (status) => {
    stranger.answer = (request, response) =>
      request.url === "/a"
        ? leadTo("https://b.example/b", status)(request, response)
        : HELLO(request, response);
    const dialed: Dial[] = [];
    const answer = await outsideOf(stranger, { dialed }).read("http://a.example/a", LIMITS);
    expect(String(answer.bytes)).toBe("bonjour");
    expect(dialed.map(({ host, port }) => [host, port])).toEqual([
      ["a.example", 80],
      ["b.example", 443],
    ]);
  });

  test.each([
    "http://127.0.0.1/",
    "http://169.254.169.254/latest/meta-data/",
    "https://inner.example/",
    "http://b.example/",
    "file:///etc/passwd",
    "https://b.example:22/",
    "https://me@b.example/",
  ])("from https to %s are not", async (location) => {
    stranger.answer = leadTo(location);
    const dialed: Dial[] = [];
    const names = { "inner.example": ["10.0.0.1"] };
    const outside = outsideOf(stranger, { dialed, names });
    expect(await failureOf(outside.read("https://a.example/", LIMITS))).toBe("refused");
    expect(dialed).toHaveLength(1);
  });

  test("are three at the most", async () => {
    let left = 3;
    stranger.answer = (request, response) => {
      if (left === 0) return HELLO(request, response);
      left -= 1;
      return leadTo("/again")(request, response);
    };
    const outside = outsideOf(stranger);
    expect(String((await outside.read("https://a.example/", LIMITS)).bytes)).toBe("bonjour");
    left = 4;
    expect(await failureOf(outside.read("https://a.example/", LIMITS))).toBe("refused");
  });
});

describe("too much", () => {
  const sent = (body: Buffer, encoding: string): http.RequestListener => {
    return (_request, response) =>
      response.writeHead(200, { "content-encoding": encoding }).end(body);
  };
  const text = "bonjour ".repeat(100);

  test.each([
    ["gzip", zlib.gzipSync(text)],
    ["br", zlib.brotliCompressSync(text)],
    ["deflate", zlib.deflateSync(text)],
  ])("is counted after decompression, and less is read: %s", async (encoding, body) => {
    stranger.answer = sent(body, encoding);
    const outside = outsideOf(stranger);
    expect(String((await outside.read("https://a.example/", LIMITS)).bytes)).toBe(text);
    const few = { ...LIMITS, maxBytes: text.length - 1 };
    expect(await failureOf(outside.read("https://a.example/", few))).toBe("large");
  });

  test("a bomb of a gigabyte is stopped at the limit", async () => {
    const zeros = Buffer.alloc(1_000_000);
    const bomb = zlib.gzipSync(Buffer.concat(Array.from({ length: 100 }, () => zeros)));
    stranger.answer = sent(bomb, "gzip");
    const before = process.memoryUsage().rss;
    expect(await failureOf(outsideOf(stranger).read("https://a.example/", LIMITS))).toBe("large");
    expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000);
  });

  test("an answer without an end is stopped, and so is one that drips", async () => {
    stranger.answer = (_request, response) => {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(10_000, "a"))) {}
      };
      response.on("drain", more);
      more();
    };
    expect(await failureOf(outsideOf(stranger).read("https://a.example/", LIMITS))).toBe("large");
    stranger.answer = (_request, response) => {
      const drip = setInterval(() => response.write("a"), 20);
      response.on("close", () => clearInterval(drip));
    };
    const soon = { ...LIMITS, timeoutMs: 200 };
    expect(await failureOf(outsideOf(stranger).read("https://a.example/", soon))).toBe("slow");
  });

  test("what is not the encoding that it says is no answer", async () => {
    stranger.answer = sent(Buffer.from("no gzip"), "gzip");
    const read = () => outsideOf(stranger).read("https://a.example/", LIMITS);
    expect(await failureOf(read())).toBe("unreachable");
    stranger.answer = sent(zlib.gzipSync(zlib.gzipSync("twice")), "gzip, gzip");
    expect(await failureOf(read())).toBe("unreachable");
  });
});

test("the time counts for all of it: name, connection, answer and redirects", async () => {
  const never = () => new Promise<string[]>(() => {});
  const soon = { ...LIMITS, timeoutMs: 150 };
  const outside = outsideOf(stranger, { names: { "never.example": never } });
  expect(await failureOf(outside.read("https://never.example/", soon))).toBe("slow");
  stranger.answer = () => {};
  expect(await failureOf(outside.read("https://a.example/", soon))).toBe("slow");
  stranger.answer = (request, response) => {
    setTimeout(() => leadTo("/again")(request, response), 70);
  };
  expect(await failureOf(outside.read("https://a.example/", soon))).toBe("slow");
});

test("nobody there, and somebody who speaks something else, are unreachable", async () => {
  const nobody = outsideOf(stranger, { names: { "nobody.example": [] } });
  expect(await failureOf(nobody.read("https://nobody.example/", LIMITS))).toBe("unreachable");
  const other = net.createServer((socket) => socket.end("SSH-2.0-OpenSSH_9.9\r\n"));
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const { port } = other.address() as AddressInfo;
  const read = outsideOf({ port }).read("https://a.example/", LIMITS);
  expect(await failureOf(read)).toBe("unreachable");
  other.close();
});

test("a server without a certificate for its name is not believed", async () => {
  const allowed = `https://127.0.0.1:${stranger.port}/`;
  const read = createOutside({ allowed }).read(allowed, LIMITS);
  expect(await failureOf(read)).toBe("unreachable");
});

test("exactly one address within is let through, and only by its own name", async () => {
  const dialed: Dial[] = [];
  const allowed = `http://localhost:${stranger.port}/demo/agenda.ics`;
  const outside = outsideOf(stranger, { allowed, dialed, names: { localhost: ["127.0.0.1"] } });
  expect(String((await outside.read(allowed, LIMITS)).bytes)).toBe("bonjour");
  expect(dialed).toHaveLength(1);
  for (const other of [
    `${allowed}?a=1`,
    `${allowed}/`,
    `http://localhost:${stranger.port}/demo/mails`,
    `http://127.0.0.1:${stranger.port}/demo/agenda.ics`,
    "http://localhost/demo/agenda.ics",
  ]) {
    expect(await failureOf(outside.read(other, LIMITS)), other).toBe("refused");
  }
  stranger.answer = leadTo(allowed);
  expect(await failureOf(outside.read("https://a.example/", LIMITS))).toBe("refused");
  expect(dialed).toHaveLength(2);
});

test("a failure says nothing of the address, which is a secret", async () => {
  const secret = "https://127.0.0.1/private-9f8e7d/basic.ics";
  const error = await outsideOf(stranger)
    .read(secret, LIMITS)
    .catch((failure: Error) => failure);
  expect(String((error as Error).stack)).not.toContain("9f8e7d");
});

describe("what is sent", () => {
  const letter = { headers: { "Content-Type": "text/plain", TTL: "60" }, timeoutMs: PATIENCE };
  const body = Buffer.from("bonjour");

  test("arrives whole, with its header lines, at a public address, and is answered a status", async () => {
    const heard: unknown[] = [];
    stranger.answer = async (request, response) => {
      const { method, headers } = request;
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part);
      heard.push([method, headers.ttl, headers.host, Buffer.concat(parts).toString()]);
      response.writeHead(201).end("thanks");
    };
    const dialed: Dial[] = [];
    const outside = outsideOf(stranger, { dialed });
    expect(await outside.send("https://push.example.fr/a", { ...letter, body })).toBe(201);
    expect(heard).toEqual([["POST", "60", "push.example.fr", "bonjour"]]);
    expect(dialed.map(({ addresses, port }) => [addresses, port])).toEqual([[[PUBLIC], 443]]);
  });

  test.each([
    "http://127.0.0.1/",
    "https://[::ffff:127.0.0.1]/",
    "https://push.example.fr:25/",
    "https://me:secret@push.example.fr/",
    "https://inner.example/",
    "file:///etc/passwd",
  ])("never goes to %s", async (url) => {
    const dialed: Dial[] = [];
    const outside = outsideOf(stranger, { dialed, names: { "inner.example": ["10.0.0.1"] } });
    expect(await failureOf(outside.send(url, { ...letter, body }))).toBe("refused");
    expect(dialed).toEqual([]);
  });

  test("does not follow a redirect, not even to a public address", async () => {
    stranger.answer = leadTo("https://b.example/", 307);
    expect(await outsideOf(stranger).send("https://a.example/", { ...letter, body })).toBe(307);
    expect(stranger.asked).toHaveLength(1);
  });

  test("is given up when nobody answers in time", async () => {
    stranger.answer = () => {};
    const soon = { ...letter, body, timeoutMs: 150 };
    expect(await failureOf(outsideOf(stranger).send("https://a.example/", soon))).toBe("slow");
  });
});
