import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { afterEach, beforeEach, expect } from "vitest";
import type { Context } from "#core/context.server.ts";
import { images } from "#core/tables.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import { actorOf, makeContext } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { makeProfessional } from "#test/make/people.ts";
import { fileOf, jpeg, makeFilesConfig, makePicture } from "#test/make/pictures.ts";
import { createApi } from "../api.ts";
import type { ApiEnv } from "../env.ts";
import { serveImages } from "./image-files.ts";

let files: Awaited<ReturnType<typeof makeFilesConfig>>;
beforeEach(async () => {
  files = await makeFilesConfig();
});
afterEach(() => files.remove());

/** The two image routes, called as this context's caller. */
function doorsOf(ctx: Context) {
  const doors = new Hono<ApiEnv>();
  doors.use("*", async (c, next) => {
    c.set("ctx", ctx);
    await next();
  });
  doors.route("/images", serveImages());
  doors.route("/api/v1", createApi());
  return doors;
}

async function professional(db: Database) {
  const { userId } = await makeProfessional(db);
  return makeContext(db, { actor: await actorOf(db, userId), config: files.config });
}

function form(fields: Record<string, string | File>): RequestInit {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  return { method: "POST", body };
}

dataTest("an image is sent, shown to everybody and removed by its owner", async ({ db }) => {
  const ctx = await professional(db);
  const doors = doorsOf(ctx);
  const file = fileOf(await jpeg());
  const sent = await doors.request("/api/v1/images", form({ file, bucket: "session-images" }));
  expect(sent.status).toBe(201);
  const { url, width, height } = await sent.json();
  expect([width, height]).toEqual([1200, 900]);

  const visitor = doorsOf({ ...ctx, actor: null });
  const shown = await visitor.request(url);
  expect(shown.status).toBe(200);
  expect(shown.headers.get("content-type")).toBe("image/jpeg");
  expect(shown.headers.get("cache-control")).toBe("public, max-age=3600");
  const tag = String(shown.headers.get("etag"));
  const again = await visitor.request(url, { headers: { "if-none-match": tag } });
  expect(again.status).toBe(304);
  const avif = await visitor.request(url.replace(".jpg", "-400.avif"));
  expect(avif.headers.get("content-type")).toBe("image/avif");

  const address = `/api/v1/images/${url.split("/").at(-1)}`;
  const refused = async (doors: Hono<ApiEnv>) => {
    const answer = await doors.request(address, { method: "DELETE" });
    return [answer.status, (await answer.json()).error.code];
  };
  expect(await refused(visitor)).toEqual([401, "unauthenticated"]);
  expect(await refused(doorsOf(await professional(db)))).toEqual([403, "forbidden"]);
  expect((await doors.request(address, { method: "DELETE" })).status).toBe(204);
  expect((await visitor.request(url)).status).toBe(404);
  expect(await refused(doors)).toEqual([404, "not_found"]);
});

dataTest("a picture whose answer was lost is sent again, and taken in once", async ({ db }) => {
  const doors = doorsOf(await professional(db));
  const send = async (bytes: Uint8Array, key: string) => {
    const sent = form({ file: fileOf(bytes), bucket: "session-images" });
    const headers = { "idempotency-key": key };
    const answer = await doors.request("/api/v1/images", { ...sent, headers });
    return { status: answer.status, body: await answer.json() };
  };
  const picture = await jpeg();
  const key = randomUUID();
  const first = await send(picture, key);
  expect(first.status).toBe(201);
  expect(await send(picture, key)).toEqual(first);
  expect(await db.$count(images)).toBe(1);
  const other = await jpeg(makePicture(640, 480));
  expect(await send(other, key)).toMatchObject({
    ...{ status: 422, body: { error: { code: "key_reused" } } },
  });
  expect((await send(other, randomUUID())).status).toBe(201);
  expect(await db.$count(images)).toBe(2);
});

dataTest("what is refused bears the status and the sentence of its reason", async ({ db }) => {
  const doors = doorsOf(await professional(db));
  const bucket = "session-images";
  const post = async (init: RequestInit) => {
    const answer = await doors.request("/api/v1/images", init);
    const { error } = await answer.json();
    return [answer.status, error.code, error.message];
  };
  expect(await post(form({ file: fileOf("<svg/>"), bucket }))).toEqual([
    ...[415, "unsupported_media_type", "Veuillez utiliser une image JPEG, PNG ou WebP"],
  ]);
  const large = fileOf(new Uint8Array(5 * 1024 * 1024 + 1));
  expect(await post(form({ file: large, bucket }))).toEqual([
    ...[413, "payload_too_large", "La taille maximale est de 5MB"],
  ]);
  expect((await post(form({ bucket }))).slice(0, 2)).toEqual([422, "invalid_input"]);
  expect((await post(form({ file: "x", bucket }))).slice(0, 2)).toEqual([422, "invalid_input"]);
  const json = { method: "POST", body: "{}", headers: { "content-type": "application/json" } };
  expect((await post(json)).slice(0, 2)).toEqual([415, "unsupported_media_type"]);
  const headers = { "content-type": "multipart/form-data" };
  const broken = { method: "POST", body: "x", headers };
  expect((await post(broken)).slice(0, 2)).toEqual([400, "malformed_request"]);
  const other = doorsOf({ ...(await professional(db)), actor: null });
  const unknown = await other.request("/images/session-images/..%2f..%2fsecrets.json/x.jpg");
  expect(unknown.status).toBe(404);
});
