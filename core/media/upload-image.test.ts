import { eq } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { images } from "#core/tables.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import { actorOf, makeContext } from "#test/make/context.ts";
import { makeDatabase } from "#test/make/database.ts";
import { makeProfessional, makeUser } from "#test/make/people.ts";
import { fileOf, jpeg, makeFilesConfig, makePicture } from "#test/make/pictures.ts";
import type { Context } from "../context.server.ts";
import { imageFiles, imageIdOf, MAX_IMAGE_BYTES } from "./rules.ts";
import { readImage, uploadImage } from "./upload-image.server.ts";

const bucket = "session-images";
let db: Database;
let close: () => Promise<void>;
let files: Awaited<ReturnType<typeof makeFilesConfig>>;

beforeAll(async () => {
  ({ db, close } = await makeDatabase());
  files = await makeFilesConfig();
});
afterAll(async () => {
  await close();
  await files.remove();
});

async function professional() {
  const { id: folder, userId } = await makeProfessional(db);
  const ctx = makeContext(db, { actor: await actorOf(db, userId), config: files.config });
  return { ctx, folder, userId };
}

/** An image's largest file, as visitors get it. */
async function download(ctx: Context, url: string): Promise<Uint8Array> {
  const [folder = "", name = ""] = url.split("/").slice(3);
  return (await readImage(ctx, { bucket, folder, name })).bytes;
}

async function refusalOf(ctx: Context, file: unknown, where: unknown = bucket) {
  return uploadImage(ctx, { file, bucket: where }).catch((error) => error);
}

describe("a picture that is accepted", () => {
  test("stands in the professional's folder in every width and format, and in the table", async () => {
    const { ctx, folder, userId } = await professional();
    const file = fileOf(await jpeg(makePicture(2000, 1000)));
    const { url, width, height } = await uploadImage(ctx, { file, bucket });
    const id = String(imageIdOf(url, bucket));
    expect(url).toBe(`/images/session-images/${folder}/${id}.jpg`);
    expect([width, height]).toEqual([1600, 800]);
    for (const { name, width, format } of imageFiles(id)) {
      const { bytes, type } = await readImage(ctx, { bucket, folder, name });
      const found = await sharp(bytes).metadata();
      expect(found, name).toMatchObject({ width, height: width / 2 });
      expect([type, found.format]).toEqual(
        format === "jpg" ? ["image/jpeg", "jpeg"] : ["image/avif", "heif"],
      );
    }
    const [row] = await db.select().from(images).where(eq(images.id, id));
    expect(row).toMatchObject({ ownerId: userId, bucket, folder, width, height, used: false });
  });

  test("is never enlarged, and never told apart by its name", async () => {
    const { ctx } = await professional();
    const png = await makePicture(300, 200).png().toBuffer();
    const file = fileOf(png, "photo.svg", "image/svg+xml");
    expect(await uploadImage(ctx, { file, bucket: "activity-images" })).toMatchObject({
      url: expect.stringMatching(/^\/images\/activity-images\//),
      ...{ width: 300, height: 200 },
    });
  });

  test("is turned upright, and tells neither where it was taken nor with what", async () => {
    const { ctx } = await professional();
    const gps = { GPSLatitudeRef: "N", GPSLatitude: "48/1 51/1 0/1" };
    const taken = await makePicture(800, 600)
      .withExif({ IFD0: { Make: "Appareil" }, IFD3: gps })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(taken).metadata()).exif).toBeDefined();
    const { url } = await uploadImage(ctx, { file: fileOf(taken), bucket });
    const found = await sharp(await download(ctx, url)).metadata();
    expect(found).toMatchObject({ width: 600, height: 800 });
    for (const trace of ["exif", "xmp", "iptc", "icc", "orientation"] as const) {
      expect(found[trace], trace).toBeUndefined();
    }
  });

  test("of several frames is its first one", async () => {
    const { ctx } = await professional();
    const frames = await Promise.all(
      ["#ff0000", "#0000ff"].map((color) => makePicture(64, 64, color).png().toBuffer()),
    );
    const animated = await sharp(frames, { join: { animated: true } })
      .webp({ delay: [100, 100] })
      .toBuffer();
    expect((await sharp(animated).metadata()).pages).toBe(2);
    const { url, height } = await uploadImage(ctx, { file: fileOf(animated), bucket });
    expect(height).toBe(64);
    const pixels = await sharp(await download(ctx, url))
      .raw()
      .toBuffer();
    expect(pixels[0]).toBeGreaterThan(200);
    expect(pixels[2]).toBeLessThan(60);
  });

  test("loses what was hidden behind its pixels", async () => {
    const { ctx } = await professional();
    const hidden = "<script>alert(1)</script>PK\u0003\u0004";
    const polyglot = Buffer.concat([await jpeg(), Buffer.from(hidden)]);
    const { url } = await uploadImage(ctx, { file: fileOf(polyglot, "photo.html"), bucket });
    expect(Buffer.from(await download(ctx, url)).includes("<script>")).toBe(false);
  });

  test("that is transparent or deep stands on white, in eight bits", async () => {
    const { ctx } = await professional();
    const clear = { r: 0, g: 0, b: 0, alpha: 0 };
    const deep = await sharp({ create: { width: 40, height: 40, channels: 4, background: clear } })
      .toColourspace("rgb16")
      .png()
      .toBuffer();
    expect((await sharp(deep).metadata()).depth).toBe("ushort");
    const { url } = await uploadImage(ctx, { file: fileOf(deep), bucket });
    const pixels = await sharp(await download(ctx, url))
      .raw()
      .toBuffer();
    expect([...pixels.subarray(0, 3)]).toEqual([255, 255, 255]);
  });

  test("may have exactly 5 MB", async () => {
    const { ctx } = await professional();
    const full = Buffer.concat([await jpeg()], MAX_IMAGE_BYTES);
    const answer = await uploadImage(ctx, { file: fileOf(full), bucket });
    expect(answer.url).toContain("/images/");
    expect(await refusalOf(ctx, fileOf(Buffer.concat([full, Buffer.alloc(1)])))).toMatchObject({
      code: "payload_too_large",
      message: "La taille maximale est de 5MB",
    });
  });
});

describe("a file that is refused", () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>';
  const unsupported = {
    code: "unsupported_media_type",
    message: "Veuillez utiliser une image JPEG, PNG ou WebP",
  };
  test.each<[string, () => Promise<Buffer | string>]>([
    ["SVG", async () => svg],
    ["SVG behind white space", async () => `\n\n${svg}`],
    [
      "a page behind a picture's first bytes",
      async () => Buffer.from("\xff\xd8\xff<html>", "latin1"),
    ],
    ["GIF", () => makePicture(9, 9).gif().toBuffer()],
    ["AVIF", () => makePicture(9, 9).avif().toBuffer()],
    ["half a picture", async () => (await makePicture(900, 900).png().toBuffer()).subarray(0, 300)],
    ["RIFF that is no WebP", async () => "RIFF\0\0\0\0WAVEfmt "],
    ["nothing", async () => ""],
  ])("%s", async (_, make) => {
    const { ctx } = await professional();
    expect(await refusalOf(ctx, fileOf(await make()))).toMatchObject(unsupported);
    expect(await db.$count(images, eq(images.ownerId, String(ctx.actor?.userId)))).toBe(0);
  });

  test("a bomb of pixels", async () => {
    const { ctx } = await professional();
    const bomb = await makePicture(8_000, 7_000).png().toBuffer();
    expect(bomb.length).toBeLessThan(MAX_IMAGE_BYTES);
    expect(await refusalOf(ctx, fileOf(bomb))).toMatchObject({
      code: "payload_too_large",
      message: "L'image est trop grande : 50 millions de pixels au plus.",
    });
  });

  test("no file at all, or a bucket that is none", async () => {
    const { ctx } = await professional();
    for (const file of [undefined, null, "photo.jpg", {}]) {
      expect((await refusalOf(ctx, file)).fields).toEqual({ file: ["Choisissez une image"] });
    }
    const refused = await refusalOf(ctx, fileOf(await jpeg()), "../session-images");
    expect(refused.fields).toEqual({ bucket: ["Dossier inconnu"] });
  });
});

test("only professionals send pictures, sixty an hour", async () => {
  const file = fileOf("x");
  const visitor = makeContext(db, { config: files.config });
  expect(await refusalOf(visitor, file)).toMatchObject({ code: "unauthenticated" });
  const client = await makeUser(db);
  const asClient = { ...visitor, actor: await actorOf(db, client.id) };
  expect(await refusalOf(asClient, file)).toMatchObject({ code: "forbidden" });

  const { ctx } = await professional();
  for (let n = 0; n < 60; n++) {
    expect(await refusalOf(ctx, file)).toMatchObject({ code: "unsupported_media_type" });
  }
  expect(await refusalOf(ctx, file)).toMatchObject({ code: "rate_limited" });
});
