import { eq } from "drizzle-orm";
import { beforeEach, describe, expect } from "vitest";
import { images, offerings } from "#core/tables.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import { actorOf, makeContext, NOW } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { makePlan, makeProfessional } from "#test/make/people.ts";
import { fileOf, jpeg, makeFilesConfig, makePicture } from "#test/make/pictures.ts";
import { createOffering } from "../catalogue/authoring/create-offering.server.ts";
import { deleteOffering } from "../catalogue/authoring/delete-offering.server.ts";
import { updateOffering } from "../catalogue/authoring/update-offering.server.ts";
import type { Context } from "../context.server.ts";
import { HOUR } from "../durations.ts";
import type { JobMap } from "../jobs.ts";
import { fileKey, imageFiles, imageIdOf } from "./rules.ts";
import { freeImage, sweepImages } from "./sweep-images.server.ts";
import { readImage, removeImage, uploadImage } from "./upload-image.server.ts";

const bucket = "session-images";
let files: Awaited<ReturnType<typeof makeFilesConfig>>;
let freed: JobMap["free-image"][];

beforeEach(async () => {
  files = await makeFilesConfig();
  freed = [];
  return () => files.remove();
});

/** A professional, whose freed images are noted instead of waiting for a worker. */
async function professional(db: Database, options: Partial<Context> = {}): Promise<Context> {
  const { userId } = await makeProfessional(db);
  await makePlan(db, { userId, planType: "premium" });
  const base = makeContext(db, { actor: await actorOf(db, userId), config: files.config });
  const send: Context["jobs"]["send"] = async (_tx, name, data) => {
    if (name === "free-image") freed.push(data as JobMap["free-image"]);
  };
  return { ...base, jobs: { send }, ...options };
}

async function upload(ctx: Context) {
  const file = fileOf(await jpeg(makePicture(40, 30)));
  const { url } = await uploadImage(ctx, { file, bucket });
  return { url, id: String(imageIdOf(url, bucket)), name: url.slice(url.lastIndexOf("/") + 1) };
}

/** The number of an image's files in the store, whoever may see them. */
async function filesLeft(ctx: Context, { url, id }: { url: string; id: string }) {
  const folder = url.split("/")[3] ?? "";
  const reads = imageFiles(id).map(({ name }) => ctx.files.read(fileKey({ bucket, folder }, name)));
  return (await Promise.all(reads)).filter((bytes) => bytes !== null).length;
}

const form = (imageUrl: string | null) => ({
  ...{ title: "Yoga du soir", description: "Une heure pour souffler.", price: 30 },
  ...{ city: "Lyon", category: "Yoga", date: "2026-11-27", startTime: "18:30", imageUrl },
});

const imageOf = async (db: Database, sessionId: string) =>
  (await db.select().from(offerings).where(eq(offerings.id, sessionId)))[0]?.imageUrl;

const later = (ctx: Context, hours: number) => ({
  ...ctx,
  now: () => new Date(NOW.getTime() + hours * HOUR),
});

describe("removal by its owner", () => {
  dataTest("takes every file and the row", async ({ db }) => {
    const ctx = await professional(db);
    const image = await upload(ctx);
    expect(await filesLeft(ctx, image)).toBe(6);
    await removeImage(ctx, image);
    expect(await filesLeft(ctx, image)).toBe(0);
    expect(await db.$count(images)).toBe(0);
    await expect(removeImage(ctx, image)).rejects.toMatchObject({ code: "not_found" });
  });

  dataTest("is nobody else's, and follows no path", async ({ db }) => {
    const ctx = await professional(db);
    const image = await upload(ctx);
    const other = await professional(db);
    await expect(removeImage(other, image)).rejects.toMatchObject({ code: "forbidden" });
    const visitor = { ...ctx, actor: null };
    await expect(removeImage(visitor, image)).rejects.toMatchObject({ code: "unauthenticated" });
    const tricks = ["", "..", `../${image.name}`, `${image.name}/..`, `%2e%2e%2f${image.name}`];
    for (const name of [
      ...tricks,
      `${image.name}\0`,
      `${image.id}.svg`,
      image.url,
      "x".repeat(9999),
    ]) {
      await expect(removeImage(ctx, { name })).rejects.toMatchObject({ code: "not_found" });
    }
    const [, , , folder = ""] = image.url.split("/");
    for (const way of [
      { bucket: "..", folder, name: image.name },
      { bucket, folder: "..", name: image.name },
      { bucket, folder: `${folder}/../${folder}`, name: image.name },
      { bucket, folder, name: `../${folder}/${image.name}` },
      { bucket, folder, name: `${image.id}-401.jpg` },
      { bucket: "activity-images", folder, name: image.name },
    ]) {
      await expect(readImage(ctx, way)).rejects.toMatchObject({ code: "not_found" });
    }
    expect(await filesLeft(ctx, image)).toBe(6);
  });

  dataTest("waits while a session shows it", async ({ db }) => {
    const ctx = await professional(db);
    const image = await upload(ctx);
    await createOffering(ctx, "session", form(image.url));
    await expect(removeImage(ctx, image)).rejects.toMatchObject({ code: "conflict" });
    expect(await filesLeft(ctx, image)).toBe(6);
  });

  dataTest("that the store refuses is only logged, and done later", async ({ db }) => {
    const ctx = await professional(db);
    const image = await upload(ctx);
    const remove = () => Promise.reject(new Error("the store is away"));
    await removeImage({ ...ctx, files: { ...ctx.files, remove } }, image);
    expect(await filesLeft(ctx, image)).toBe(6);
    const [folder = "", name = ""] = image.url.split("/").slice(3);
    await expect(readImage(ctx, { bucket, folder, name })).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(createOffering(ctx, "session", form(image.url))).rejects.toMatchObject({
      code: "invalid_input",
    });
    await sweepImages(ctx);
    expect(await filesLeft(ctx, image)).toBe(0);
    expect(await db.$count(images)).toBe(0);
  });
});

describe("a session's image", () => {
  dataTest("is one's own, of this site, of this kind", async ({ db }) => {
    const ctx = await professional(db);
    const mine = await upload(ctx);
    const theirs = await upload(await professional(db));
    const gone = await upload(ctx);
    await removeImage(ctx, gone);
    for (const url of [
      theirs.url,
      gone.url,
      mine.url.replace("session", "activity"),
      mine.url.replace(".jpg", "-400.jpg"),
      `https://example.com${mine.url}`,
      `${mine.url}?x`,
      "javascript:alert(1)",
    ]) {
      await expect(createOffering(ctx, "session", form(url)), url).rejects.toMatchObject({
        code: "invalid_input",
        fields: { imageUrl: [expect.any(String)] },
      });
    }
    await expect(createOffering(ctx, "session", form("x".repeat(900_000)))).rejects.toMatchObject({
      fields: { imageUrl: expect.arrayContaining(["500 caractères au plus"]) },
    });
    const { id: sessionId } = await createOffering(ctx, "session", form(mine.url));
    const taken = { id: sessionId, changes: { imageUrl: theirs.url } };
    await expect(updateOffering(ctx, "session", taken)).rejects.toMatchObject({
      code: "invalid_input",
    });
    expect(await imageOf(db, sessionId)).toBe(mine.url);
  });

  dataTest("frees its files when it is replaced, cleared or deleted with it", async ({ db }) => {
    const ctx = await professional(db);
    const [first, second, third] = [await upload(ctx), await upload(ctx), await upload(ctx)];
    const { id: sessionId } = await createOffering(ctx, "session", form(first.url));
    await updateOffering(ctx, "session", { id: sessionId, changes: { title: "Yoga du matin" } });
    expect(freed).toEqual([]);
    await updateOffering(ctx, "session", { id: sessionId, changes: { imageUrl: second.url } });
    await updateOffering(ctx, "session", { id: sessionId, changes: { imageUrl: null } });
    await updateOffering(ctx, "session", { id: sessionId, changes: { imageUrl: third.url } });
    await deleteOffering(ctx, "session", sessionId);
    expect(freed.map(({ imageId }) => imageId)).toEqual([first.id, second.id, third.id]);
    for (const job of freed) await freeImage(ctx, job);
    for (const image of [first, second, third]) expect(await filesLeft(ctx, image)).toBe(0);
    expect(await db.$count(images)).toBe(0);
  });

  dataTest("stays as long as a copy of the session shows it", async ({ db }) => {
    const ctx = await professional(db);
    const image = await upload(ctx);
    const one = await createOffering(ctx, "session", form(image.url));
    const copy = await createOffering(ctx, "session", form(image.url));
    await updateOffering(ctx, "session", { ...one, changes: { imageUrl: "" } });
    await freeImage(ctx, { imageId: image.id });
    expect(await filesLeft(ctx, image)).toBe(6);
    expect(await imageOf(db, copy.id)).toBe(image.url);
    await updateOffering(ctx, "session", { ...copy, changes: { imageUrl: null } });
    await freeImage(ctx, { imageId: image.id });
    expect(await filesLeft(ctx, image)).toBe(0);
  });
});

describe("what was sent and never used", () => {
  dataTest("goes after a day, and nothing else does", async ({ db }) => {
    const ctx = await professional(db);
    const [orphan, used] = [await upload(ctx), await upload(ctx)];
    await createOffering(ctx, "session", form(used.url));
    await sweepImages(later(ctx, 23));
    expect(await filesLeft(ctx, orphan)).toBe(6);
    await sweepImages(later(ctx, 25));
    expect([await filesLeft(ctx, orphan), await filesLeft(ctx, used)]).toEqual([0, 6]);
    expect(await db.$count(images)).toBe(1);
  });

  dataTest("leaves nothing behind when its files were half written", async ({ db }) => {
    const ctx = await professional(db);
    let written = 0;
    const write: Context["files"]["write"] = (key, bytes) => {
      written += 1;
      return written > 3 ? Promise.reject(new Error("full")) : ctx.files.write(key, bytes);
    };
    await expect(upload({ ...ctx, files: { ...ctx.files, write } })).rejects.toMatchObject({
      code: "storage_unavailable",
      message: "Erreur lors du téléchargement de l'image",
    });
    const [row] = await db.select().from(images);
    const half = { url: `/images/${bucket}/${row?.folder}/x.jpg`, id: String(row?.id) };
    expect(await filesLeft(ctx, half)).toBe(3);
    await sweepImages(later(ctx, 25));
    expect(await filesLeft(ctx, half)).toBe(0);
    expect(await db.$count(images)).toBe(0);
  });

  dataTest("is either swept or used, when both happen at once", async ({ db }) => {
    const ctx = await professional(db);
    for (let round = 0; round < 10; round++) {
      const image = await upload(ctx);
      const [saved] = await Promise.allSettled([
        createOffering(ctx, "session", form(image.url)),
        sweepImages(later(ctx, 25)),
      ]);
      const left = await filesLeft(ctx, image);
      expect([saved.status, left]).toEqual(
        saved.status === "fulfilled" ? ["fulfilled", 6] : ["rejected", 0],
      );
    }
  });
});
