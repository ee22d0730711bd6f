import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

/** The programs of the cluster, by the package of Debian that brings each. */
const PROGRAMS: Record<string, readonly string[]> = {
  patroni: ["/usr/bin/patroni"],
  "python3-etcd": ["/usr/lib/python3/dist-packages/etcd"],
  "etcd-server": ["/usr/bin/etcd"],
  haproxy: ["/usr/sbin/haproxy"],
  postgresql: ["/usr/lib/postgresql"],
};
const PGBOUNCER = "/usr/sbin/pgbouncer";
/** Since this version it knows named statements in transaction mode. */
const LEAST_PGBOUNCER = [1, 21] as const;

export interface Debian {
  /** The folder of the newest PostgreSQL's programs. */
  postgres: string;
  /** PgBouncer's program; null where Debian's is too old to be used. */
  pgbouncer: string | null;
  /** The user that PostgreSQL runs as. */
  account: { uid: number; gid: number };
}

/**
 * Installs what the cluster is made of, as far as it is missing.
 *
 * @throws Error naming what is missing, for whoever may not install it or where Debian has it not.
 */
export function installPrograms(): Debian {
  if (process.getuid?.() !== 0)
    throw new Error("The drill runs as root: it starts PostgreSQL as another user.");
  const missing = Object.keys(PROGRAMS).filter((name) => !isThere(PROGRAMS[name] ?? []));
  const wanted = newPgbouncer() && !fs.existsSync(PGBOUNCER) ? [...missing, "pgbouncer"] : missing;
  if (wanted.length > 0) {
    run("apt-get", ["update"]);
    run("apt-get", ["install", "--yes", "--no-install-recommends", ...wanted]);
  }
  const still = Object.keys(PROGRAMS).filter((name) => !isThere(PROGRAMS[name] ?? []));
  if (still.length > 0) throw new Error(`Debian did not bring ${still.join(", ")}.`);
  return {
    postgres: newestPostgres(),
    pgbouncer: newPgbouncer() ? PGBOUNCER : null,
    account: { uid: idOf("-u"), gid: idOf("-g") },
  };
}

const isThere = (files: readonly string[]) => files.every((file) => fs.existsSync(file));

/** Whether Debian's PgBouncer can be used; its packages are asked, since it may not be installed. */
function newPgbouncer(): boolean {
  const policy = run("apt-cache", ["policy", "pgbouncer"]);
  const [, major, minor] = /Candidate: (\d+)\.(\d+)/.exec(policy) ?? [];
  if (major === undefined) throw new Error("Debian's lists name no pgbouncer: apt-get update.");
  const [least, small] = LEAST_PGBOUNCER;
  return Number(major) > least || (Number(major) === least && Number(minor) >= small);
}

function newestPostgres(): string {
  const folder = PROGRAMS.postgresql?.[0] ?? "";
  const versions = fs.readdirSync(folder).map(Number);
  const bin = path.join(folder, String(Math.max(...versions)), "bin");
  if (!fs.existsSync(path.join(bin, "pg_rewind"))) throw new Error(`${bin} has no pg_rewind.`);
  return bin;
}

const idOf = (which: "-u" | "-g") => Number(run("id", [which, "postgres"]));

function run(program: string, args: string[]): string {
  // Nothing that is installed starts a service of its own.
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
  const { status, stdout, stderr, error } = spawnSync(program, args, { env, encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")}: ${error?.message ?? stderr}`);
  return stdout;
}
