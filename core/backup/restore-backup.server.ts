import { createHash } from "node:crypto";
import fs from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { from as copyFrom } from "pg-copy-streams";
import type { z } from "zod";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { JOB_NAMES, type JobMap } from "../jobs.ts";
import { parseInput } from "../parse.ts";
import { holdLostBack } from "../reconciliation/reconcile-payments.server.ts";
import {
  backupInput,
  clearExpendable,
  copyTarget,
  countRows,
  findOccupied,
  inOneTransaction,
  listMigrations,
  listTables,
  lockTables,
  MANIFEST,
  type Manifest,
  manifestSchema,
  pictureFile,
  tableFile,
} from "./store.server.ts";

/**
 * All or nothing, into an empty database of its schema; payments wait for an operator's word.
 * @throws AppError `conflict` unless the backup is whole, and the database empty and of its schema.
 */
export async function restoreBackup(
  ctx: Context,
  input: z.input<typeof backupInput>,
): Promise<Manifest> {
  const { folder } = parseInput(backupInput, input);
  const manifest = await readManifest(folder);
  await requireWhole(folder, manifest);
  await inOneTransaction(ctx.db, "read committed", async (connection) => {
    const migrations = await listMigrations(connection);
    if (migrations.join() !== manifest.migrations.join()) {
      throw refusal(
        `La sauvegarde a un schéma de ${manifest.migrations.length} migrations, la base de ${migrations.length} : prenez la version du site qui a fait la sauvegarde.`,
      );
    }
    const tables = await listTables(connection);
    await lockTables(connection, tables);
    const occupied = await findOccupied(connection, tables);
    if (occupied) throw refusal(`La base n'est pas vide (${occupied}) : rien n'a été restauré.`);
    await clearExpendable(connection);
    for (const table of manifest.tables) {
      await pipeline(
        fs.createReadStream(path.join(folder, tableFile(table.name))),
        createGunzip(),
        connection.client.query(copyFrom(`copy ${copyTarget(table)} from stdin`)),
      );
      if ((await countRows(connection, table.name)) !== table.rows) {
        throw new Error(`the rows of ${table.name} are not those of the backup`);
      }
    }
    await holdLostBack(connection.db, ctx.now());
    for (const { name, data } of manifest.jobs) {
      const known = JOB_NAMES.find((one) => one === name);
      if (known) await ctx.jobs.send(connection.db, known, data as JobMap[typeof known]);
    }
    // Last, and before anybody can see a row of it: a picture without its row harms nobody.
    for (const { key } of manifest.files) {
      await ctx.files.write(key, await readFile(path.join(folder, pictureFile(key))));
    }
  });
  return manifest;
}

function refusal(message: string, cause?: unknown): AppError {
  return new AppError("conflict", { message, cause });
}

async function readManifest(folder: string): Promise<Manifest> {
  try {
    const text = await readFile(path.join(folder, MANIFEST), "utf8");
    return manifestSchema.parse(JSON.parse(text));
  } catch (cause) {
    const message = `${folder} n'est pas une sauvegarde complète (${MANIFEST}).`;
    throw refusal(message, cause);
  }
}

/** Damaged or lost files are noticed before anything is touched. */
async function requireWhole(folder: string, { tables, files }: Manifest): Promise<void> {
  const parts = [
    ...tables.map(({ name, sha256 }) => ({ file: tableFile(name), sha256 })),
    ...files.map(({ key, sha256 }) => ({ file: pictureFile(key), sha256 })),
  ];
  for (const { file, sha256 } of parts) {
    const hash = createHash("sha256");
    try {
      for await (const chunk of fs.createReadStream(path.join(folder, file))) hash.update(chunk);
    } catch (cause) {
      throw refusal(`Il manque ${file}.`, cause);
    }
    if (hash.digest("hex") !== sha256) {
      throw refusal(`${file} est abîmé.`);
    }
  }
}
