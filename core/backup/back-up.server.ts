import { createHash, type Hash } from "node:crypto";
import fs from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { to as copyTo } from "pg-copy-streams";
import type { z } from "zod";
import { makeFolder } from "#platform/make-folder.server.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { fileKey, imageFiles } from "../media/rules.ts";
import { parseInput } from "../parse.ts";
import {
  backupInput,
  type Connection,
  copyTarget,
  countRows,
  inOneTransaction,
  listMigrations,
  listOpenJobs,
  listPictures,
  listTables,
  MANIFEST,
  type Manifest,
  pictureFile,
  type Table,
  tableFile,
} from "./store.server.ts";

/** Private, because it holds personal data and the signing secret. */
const OWNER_ONLY = { folder: 0o700, file: 0o600 };

/** One moment, as the site goes on. @throws AppError `conflict` when the folder is not empty. */
export async function backUp(
  ctx: Context,
  input: z.input<typeof backupInput>,
): Promise<Manifest & { gone: number }> {
  const { folder } = parseInput(backupInput, input);
  makeFolder(path.join(folder, "database"), OWNER_ONLY.folder);
  if ((await readdir(folder)).length > 1 || (await readdir(path.join(folder, "database")))[0]) {
    throw new AppError("conflict", { message: `Le dossier ${folder} n'est pas vide.` });
  }
  const createdAt = ctx.now().toISOString();
  const { pictures, ...database } = await inOneTransaction(
    ctx.db,
    "repeatable read, read only",
    async (connection) => {
      const tables: Manifest["tables"] = [];
      for (const table of await listTables(connection)) {
        tables.push(await writeTable(connection, table, folder));
      }
      return {
        tables,
        migrations: await listMigrations(connection),
        jobs: await listOpenJobs(connection),
        pictures: await listPictures(connection),
      };
    },
  );
  const files: Manifest["files"] = [];
  let gone = 0;
  for (const picture of pictures) {
    for (const { name } of imageFiles(picture.id)) {
      const key = fileKey(picture, name);
      const bytes = await ctx.files.read(key);
      if (bytes) files.push({ key, sha256: await writePicture(folder, key, bytes) });
      else gone += 1;
    }
  }
  const manifest: Manifest = { createdAt, ...database, files };
  await writeFile(path.join(folder, MANIFEST), JSON.stringify(manifest, null, 1), {
    mode: OWNER_ONLY.file,
  });
  return { ...manifest, gone };
}

async function writeTable(connection: Connection, table: Table, folder: string) {
  const hash = createHash("sha256");
  await pipeline(
    connection.client.query(copyTo(`copy ${copyTarget(table)} to stdout`)),
    createGzip({ level: 4 }),
    (chunks: AsyncIterable<Buffer>) => hashed(chunks, hash),
    fs.createWriteStream(path.join(folder, tableFile(table.name)), { mode: OWNER_ONLY.file }),
  );
  return { ...table, rows: await countRows(connection, table.name), sha256: hash.digest("hex") };
}

async function* hashed(chunks: AsyncIterable<Buffer>, hash: Hash) {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}

async function writePicture(folder: string, key: string, bytes: Uint8Array): Promise<string> {
  const file = path.join(folder, pictureFile(key));
  await mkdir(path.dirname(file), { recursive: true, mode: OWNER_ONLY.folder });
  await writeFile(file, bytes, { mode: OWNER_ONLY.file });
  return createHash("sha256").update(bytes).digest("hex");
}
