import http from "node:http";
import { crc32, deflateSync } from "node:zlib";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { images } from "#core/tables.server.ts";
import { fileOf, jpeg, makePicture } from "#test/make/pictures.ts";
import type { Cast, Member } from "./callers.ts";
import { PATIENCE } from "./hostile.ts";
import { openSiteUnderTest, type SiteUnderTest } from "./site-under-test.ts";

/*
 * Files that lie about their type, sent by programs and by the form; then the pictures handed out,
 * and the files that a removal can be talked into.
 */
let site: SiteUnderTest;
let cast: Cast;
beforeAll(async () => {
  site = await openSiteUnderTest();
  cast = await site.makeCast();
});
afterAll(() => site.close());

const SCRIPT = "<html><script>alert(document.cookie)</script></html>";
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="alert(1)"/>`;
const PNG_SIGNATURE = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");

/** One piece of a PNG, with the sum that makes decoders believe it. */
function chunk(kind: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(kind, "latin1"), content]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(content.length, 0);
  frame.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
}

/** A PNG of one bit a pixel, all black: some kilobytes however large it is. */
function bomb(width: number, height: number, pixels = Math.ceil(width / 8 + 1) * height): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 1;
  const data = deflateSync(Buffer.alloc(pixels));
  return Buffer.concat([
    PNG_SIGNATURE,
    chunk("IHDR", head),
    chunk("IDAT", data),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** A real picture that says it is larger than it is. */
async function swollenJpeg(): Promise<Buffer> {
  const bytes = await jpeg(makePicture(16, 16));
  const start = bytes.indexOf(Buffer.from([0xff, 0xc0]));
  bytes.writeUInt16BE(65_000, start + 5);
  bytes.writeUInt16BE(65_000, start + 7);
  return bytes;
}

async function frames(format: "webp" | "gif", count: number): Promise<Buffer> {
  const pictures = Array.from({ length: count }, (_, index) =>
    makePicture(32, 32, index % 2 ? "#0000ff" : "#ff0000")
      .png()
      .toBuffer(),
  );
  const joined = sharp(await Promise.all(pictures), { join: { animated: true } });
  return joined[format]({ delay: pictures.map(() => 100) }).toBuffer();
}

/** With a place of exposure, and words in every corner that holds any. */
async function talkative(): Promise<Buffer> {
  const IFD3 = { GPSLatitudeRef: "N", GPSLatitude: "48/1 51/1 0/1" };
  return makePicture(640, 480)
    .withExif({ IFD0: { Make: "SECRET", Artist: "SECRET", ImageDescription: SCRIPT }, IFD3 })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">SECRET</x:xmpmeta>`)
    .jpeg()
    .toBuffer();
}

const join = (...parts: (Buffer | string)[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : part)),
  );

/** Each with the name and type it claims, and what a program is answered. */
const FILES: [
  what: string,
  make: () => Promise<Buffer>,
  name: string,
  type: string,
  status: number,
][] = [
  ["SVG", async () => join(SVG), "a.svg", "image/svg+xml", 415],
  ["SVG that says JPEG", async () => join(SVG), "a.jpg", "image/jpeg", 415],
  [
    "SVG behind a byte order mark",
    async () => join("\xef\xbb\xbf", SVG),
    "a.png",
    "image/png",
    415,
  ],
  ["a page", async () => join(SCRIPT), "a.jpg", "image/jpeg", 415],
  [
    "GIF and script",
    async () => join("GIF89a/*", SCRIPT, "*/=1;alert(1)"),
    "a.gif",
    "image/gif",
    415,
  ],
  [
    "a page behind JPEG's first bytes",
    async () => join("\xff\xd8\xff\xe0", SCRIPT),
    "a.jpg",
    "image/jpeg",
    415,
  ],
  [
    "PNG's first bytes, JPEG behind",
    async () => join(PNG_SIGNATURE, await jpeg()),
    "a.png",
    "image/png",
    415,
  ],
  ["JPEG cut off", async () => (await jpeg()).subarray(0, 400), "a.jpg", "image/jpeg", 415],
  ["PDF", async () => join("%PDF-1.7\n", await jpeg()), "a.jpg", "image/jpeg", 415],
  ["a bomb of 100 million pixels", async () => bomb(10_000, 10_000), "a.png", "image/png", 413],
  [
    "PNG that says 2^31 × 2^31",
    async () => bomb(2 ** 31 - 1, 2 ** 31 - 1, 10),
    "a.png",
    "image/png",
    415,
  ],
  [
    "PNG one pixel high, 60 million wide",
    async () => bomb(60_000_000, 1),
    "a.png",
    "image/png",
    413,
  ],
  ["PNG of no pixel", async () => bomb(0, 0, 1), "a.png", "image/png", 415],
  ["JPEG that says 65 000 × 65 000", swollenJpeg, "a.jpg", "image/jpeg", 413],
  ["animated GIF", () => frames("gif", 3), "a.gif", "image/gif", 415],
  ["animated WebP", () => frames("webp", 60), "a.webp", "image/webp", 201],
  ["JPEG and a page behind it", async () => join(await jpeg(), SCRIPT), "a.html", "text/html", 201],
  [
    "JPEG and an archive behind it",
    async () => join(await jpeg(), "PK\x03\x04", SCRIPT),
    "a.zip",
    "x",
    201,
  ],
  ["PNG named SVG", () => makePicture(40, 40).png().toBuffer(), "a.svg", "image/svg+xml", 201],
  ["JPEG with a place and words", talkative, "a.jpg", "image/jpeg", 201],
];

async function send(file: File, bucket = "session-images", { cookie }: Member = cast.owner) {
  const body = new FormData();
  body.set("bucket", bucket);
  body.set("file", file);
  const started = performance.now();
  const answer = await fetch(`${site.origin}/api/v1/images`, {
    method: "POST",
    headers: { cookie, origin: site.origin },
    body,
  });
  const text = await answer.text();
  return { status: answer.status, text, took: performance.now() - started };
}

const countImages = ({ userId }: Member) => site.ctx.db.$count(images, eq(images.ownerId, userId));

/** Every file of a picture as anybody gets it: a picture, and nothing else in it. */
async function expectHarmless(url: string) {
  expect(url).toMatch(/^\/images\/session-images\/[0-9a-f-]{36}\/[0-9a-f-]{36}\.jpg$/);
  const stem = url.replace(/\.jpg$/, "");
  for (const name of [".jpg", "-400.jpg", "-800.jpg", "-400.avif", "-800.avif", "-1600.avif"]) {
    const answer = await fetch(`${site.origin}${stem}${name}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe(
      name.endsWith("jpg") ? "image/jpeg" : "image/avif",
    );
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(answer.headers.getSetCookie()).toEqual([]);
    const bytes = Buffer.from(await answer.arrayBuffer());
    for (const trace of ["script", "SECRET", "GPS", "xmpmeta", "PK\x03\x04"]) {
      expect(bytes.includes(trace), `${name} ${trace}`).toBe(false);
    }
    const { exif, xmp, iptc, icc, pages } = await sharp(bytes).metadata();
    expect([exif, xmp, iptc, icc]).toEqual([undefined, undefined, undefined, undefined]);
    expect(pages ?? 1).toBe(1);
  }
}

test.for(FILES)("%s, from a program", async ([, make, name, type, status]) => {
  const before = await countImages(cast.owner);
  const answer = await send(fileOf(await make(), name, type));
  expect(answer.status, answer.text).toBe(status);
  expect(answer.took).toBeLessThan(PATIENCE);
  expect(await countImages(cast.owner)).toBe(before + (status === 201 ? 1 : 0));
  if (status === 201) await expectHarmless(JSON.parse(answer.text).url);
});

const FORM = { title: "Yoga", description: "Une heure.", imageUrl: "", sessionType: "group" };
test.for(FILES)("%s, with the form", async ([, make, name, type, status]) => {
  const { cookie, userId } = cast.rival;
  const body = new FormData();
  for (const [field, value] of Object.entries(FORM)) body.set(field, value);
  body.set("imageFile", fileOf(await make(), name, type));
  const before = await countImages(cast.rival);
  const answer = await fetch(`${site.origin}/ajouter-session`, {
    ...{ method: "POST", redirect: "manual", body },
    headers: { cookie, origin: site.origin },
  });
  const html = await answer.text();
  expect(answer.status).toBeLessThan(500);
  expect(html).not.toContain("alert(");
  expect(await countImages(cast.rival)).toBe(before + (status === 201 ? 1 : 0));
  const kept = await site.ctx.db.select().from(images).where(eq(images.ownerId, userId));
  const last = kept.sort((a, b) => +a.createdAt - +b.createdAt).at(-1);
  if (status === 201) {
    await expectHarmless(`/images/session-images/${last?.folder}/${last?.id}.jpg`);
  }
});

test("a name leads nowhere, and comes back nowhere", async () => {
  const good = await jpeg(makePicture(9, 9));
  for (const name of [
    ...["../../../etc/passwd", "..\\..\\a.jpg", "/etc/cron.d/a", "a\0.php", "a.jpg\r\nX-Evil: 1"],
    ...[`"><script>alert(1)</script>.jpg`, ".htaccess", "a".repeat(5_000), "\u202Egpj.exe", ""],
  ]) {
    const { status, text } = await send(fileOf(good, name), "session-images", cast.unpaid);
    // A part without a name is a field, not a file.
    if (status !== 201) expect([400, 422]).toContain(status);
    else expect(JSON.parse(text).url).toMatch(/^\/images\/session-images\/[0-9a-f/-]+\.jpg$/);
  }
  for (const bucket of ["..", "", "session-images/../..", "/tmp", "constructor"]) {
    const { status } = await send(fileOf(good), bucket, cast.unpaid);
    expect([400, 422], bucket).toContain(status);
  }
});

/** A request whose address nobody tidies up on the way. */
function askRaw(method: string, path: string, { cookie }: Member): Promise<number> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(site.origin);
    const headers = { cookie, origin: site.origin };
    const request = http.request({ hostname, port, method, path, headers }, (answer) => {
      answer.resume().on("end", () => resolve(answer.statusCode ?? 0));
    });
    request.on("error", reject).end();
  });
}

test("a removal follows no path, and takes nobody else's", async () => {
  const { owner, client } = cast;
  const { text } = await send(fileOf(await jpeg(makePicture(9, 9))));
  const { url } = JSON.parse(text);
  const [, , bucket, folder, name] = url.split("/");
  const tricks = [
    ...[
      `../${name}`,
      `..%2f${name}`,
      `%2e%2e/${name}`,
      `%2e%2e%2f${name}`,
      `%252e%252e%252f${name}`,
    ],
    ...[`${folder}/${name}`, `${folder}%2f${name}`, `${bucket}%2f${folder}%2f${name}`],
    ...[`${name}%00`, `${name}%00.jpg`, `%00${name}`, `${name}%0a`, `${name}%20`, `.%2f${name}`],
    ...[name.toUpperCase(), name.replace(".jpg", ".JPG"), name.replace(".jpg", ""), "%ff", "%"],
    ...["..", ".", "%2e%2e", "*", "%2a.jpg", "..%5c..%5c", `${"..%2f".repeat(12)}etc%2fpasswd`],
  ];
  for (const trick of tricks) {
    const status = await askRaw("DELETE", `/api/v1/images/${trick}`, owner);
    expect([400, 403, 404, 405], trick).toContain(status);
  }
  for (const who of [cast.rival, client]) {
    expect(await askRaw("DELETE", `/api/v1/images/${name}`, who)).toBe(403);
  }
  const reads = [
    `/images/${bucket}/../${bucket}/${folder}/../../../postgres/PG_VERSION`,
    `/images/${bucket}/%2e%2e/${name}`,
    `/images/%2e%2e/${folder}/${name}`,
    `/images/${bucket}/${folder}/..%2f..%2f..%2f..%2fetc%2fpasswd`,
    `/images/${bucket}/${folder}/${name}%00`,
    `/images/${bucket}/${folder}%00/${name}`,
    `/images/${bucket}/${folder}/${name}.svg`,
  ];
  for (const path of reads) {
    expect([301, 400, 404], path).toContain(await askRaw("GET", path, owner));
  }
  await expectHarmless(url);
  expect(await askRaw("DELETE", `/api/v1/images/${name}`, owner)).toBe(204);
  expect((await fetch(site.origin + url)).status).toBe(404);
});
