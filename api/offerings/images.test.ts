import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect } from "vitest";
import { images } from "#core/tables.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import { openDoors } from "#test/make/api.ts";
import { actorOf, makeContext } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { makeProfessional } from "#test/make/people.ts";
import { fileOf, jpeg, makeFilesConfig, makePicture } from "#test/make/pictures.ts";

let files: Awaited<ReturnType<typeof makeFilesConfig>>;
beforeEach(async () => {
  files = await makeFilesConfig();
});
afterEach(() => files.remove());

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
  const doors = openDoors(ctx);
  const file = fileOf(await jpeg());
  const sent = await doors.request("/api/v1/images", form({ file, bucket: "session-images" }));
  expect(sent.status).toBe(201);
  const { url, width, height } = await sent.json();
  expect([width, height]).toEqual([1200, 900]);

  const visitor = openDoors({ ...ctx, actor: null });
  const shown = await visitor.request(url);
  expect(shown.status).toBe(200);
  expect(shown.headers.get("content-type")).toBe("image/jpeg");
  expect(shown.headers.get("cache-control")).toBe("public, max-age=60");
  const tag = String(shown.headers.get("etag"));
  const again = await visitor.request(url, { headers: { "if-none-match": tag } });
  expect(again.status).toBe(304);
  const avif = await visitor.request(url.replace(".jpg", "-400.avif"));
  expect(avif.headers.get("content-type")).toBe("image/avif");

  const address = `/api/v1/images/${url.split("/").at(-1)}`;
  const refused = async (doors: ReturnType<typeof openDoors>) => {
    const answer = await doors.request(address, { method: "DELETE" });
    return [answer.status, (await answer.json()).error.code];
  };
  expect(await refused(visitor)).toEqual([401, "unauthenticated"]);
  expect(await refused(openDoors(await professional(db)))).toEqual([403, "forbidden"]);
  expect((await doors.request(address, { method: "DELETE" })).status).toBe(204);
  expect((await visitor.request(url)).status).toBe(404);
  expect(await refused(doors)).toEqual([404, "not_found"]);
});

dataTest("a picture whose answer was lost is sent again, and taken in once", async ({ db }) => {
  const doors = openDoors(await professional(db));
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
  const doors = openDoors(await professional(db));
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
  const other = openDoors({ ...(await professional(db)), actor: null });
  const unknown = await other.request("/images/session-images/..%2f..%2fsecrets.json/x.jpg");
  expect(unknown.status).toBe(404);
});
