import { type ChildProcess, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import pg from "pg";
import { freePorts } from "../../launch/ports.ts";
import { postgresUrl, startPostgres } from "../../launch/postgres.ts";
import type { OwnPostgres } from "../faults/outages/own-postgres.ts";
import { givenPrograms } from "./postgres.ts";

export interface Replica {
  url: string;
  /** Starts it again on the same data. */
  start(): Promise<void>;
  /** Ends it at once. */
  stop(): Promise<void>;
}

/**
 * A streaming replica of a PostgreSQL whose data are in `folder`, made of a copy of its files: the
 * programs that npm installs have no `pg_basebackup`.
 */
export async function openReplica(primary: OwnPostgres, folder: string): Promise<Replica> {
  const dataDir = path.join(folder, "replica");
  const admin = new pg.Client({ connectionString: primary.url });
  await admin.connect();
  await admin.query("select pg_backup_start('replica', true)");
  const { status } = spawnSync("cp", ["-a", path.join(folder, "postgres"), dataDir]);
  if (status !== 0) throw new Error("the primary's files could not be copied");
  const { rows } = await admin.query("select labelfile from pg_backup_stop(false)");
  await admin.end();
  fs.rmSync(path.join(dataDir, "postmaster.pid"));
  const { uid, gid } = fs.statSync(dataDir);
  const write = (name: string, text: string) => {
    fs.writeFileSync(path.join(dataDir, name), text);
    fs.chownSync(path.join(dataDir, name), uid, gid);
  };
  write("backup_label", rows[0].labelfile);
  write("standby.signal", "");
  const { port, username, password } = new URL(primary.url);
  const address = { port: await freePorts(1), password };
  let server: ChildProcess;
  const start = async () => {
    server = await startPostgres({
      ...address,
      dataDir,
      logFile: path.join(folder, "replica.log"),
      settings: [
        `primary_conninfo=host=127.0.0.1 port=${port} user=${username} password=${password}`,
        "wal_retrieve_retry_interval=100ms",
      ],
      programs: givenPrograms(),
    });
  };
  await start();
  return {
    url: postgresUrl(address),
    start,
    async stop() {
      if (server.exitCode !== null || server.signalCode !== null) return;
      const exited = once(server, "exit");
      server.kill("SIGQUIT");
      await exited;
    },
  };
}
