import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import http from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Config } from "./config.server.ts";
import { createFiles } from "./files.server.ts";

const bytes = new Uint8Array([0, 255, 1, 254]);
const key = "images/a/b.jpg";

describe("files in a folder", () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(os.tmpdir(), "parenthese-files-"));
  });
  afterAll(() => rm(dataDir, { recursive: true }));

  test("are written, read by another process and removed", async () => {
    const files = createFiles({ dataDir, s3: null });
    await files.write(key, bytes);
    expect(await readdir(path.join(dataDir, "files", "images", "a"))).toEqual(["b.jpg"]);
    const elsewhere = createFiles({ dataDir, s3: null });
    expect(Uint8Array.from((await elsewhere.read(key)) ?? [])).toEqual(bytes);
    await elsewhere.remove(key);
    await files.remove(key);
    expect(await files.read(key)).toBeNull();
  });

  test("never leave it", async () => {
    const files = createFiles({ dataDir, s3: null });
    await expect(files.write("../outside", bytes)).rejects.toThrow();
    await expect(files.read("images/../../outside")).rejects.toThrow();
  });
});

/**
 * A small stand-in for S3 over HTTP: objects under a bucket by path, every request signed.
 * Signatures are required and not verified.
 */
describe("files in S3", () => {
  const objects = new Map<string, { body: Buffer; type: string | undefined }>();
  const asked: string[] = [];
  let failures = 0;
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method, url = "" } = request;
    const address = url.split("?")[0] ?? "";
    asked.push(`${method} ${address}`);
    const isSigned = request.headers.authorization?.startsWith("AWS4-HMAC-SHA256 Credential=id/");
    if (failures > 0) {
      failures -= 1;
      response.writeHead(503).end();
    } else if (!isSigned) response.writeHead(403).end();
    else if (method === "PUT") {
      const type = request.headers["content-type"];
      objects.set(address, { body: Buffer.concat(chunks), type });
      response.writeHead(200, { etag: '"1"' }).end();
    } else if (method === "DELETE") {
      objects.delete(address);
      response.writeHead(204).end();
    } else if (objects.has(address)) response.writeHead(200).end(objects.get(address)?.body);
    else {
      response
        .writeHead(404, { "content-type": "application/xml" })
        .end("<Error><Code>NoSuchKey</Code><Message>none</Message></Error>");
    }
  });
  let s3: Config["s3"];
  beforeAll(async () => {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const secrets = { accessKeyId: "id", secretAccessKey: "secret" };
    s3 = { bucket: "photos", region: "fr-par", endpoint, ...secrets };
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });

  test("are written with their type, read and removed", async () => {
    const files = createFiles({ dataDir: "/nowhere", s3 });
    await files.write(key, bytes);
    const stored = objects.get(`/photos/${key}`);
    expect([stored?.type, stored?.body]).toEqual(["image/jpeg", Buffer.from(bytes)]);
    expect(Uint8Array.from((await files.read(key)) ?? [])).toEqual(bytes);
    await files.remove(key);
    await files.remove(key);
    expect(await files.read(key)).toBeNull();
  });

  test("are asked for three times at most", async () => {
    const files = createFiles({ dataDir: "/nowhere", s3 });
    await files.write(key, bytes);
    asked.length = 0;
    failures = 2;
    expect(await files.read(key)).not.toBeNull();
    failures = 9;
    await expect(files.read(key)).rejects.toThrow();
    failures = 0;
    expect(asked).toHaveLength(6);
  });
});
