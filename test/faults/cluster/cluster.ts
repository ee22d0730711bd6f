import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import pg from "pg";
import { expect, vi } from "vitest";
import { migrateDatabase } from "#db/migrate.ts";
import { freePorts } from "../../../launch/ports.ts";
import { childrenOf } from "../outages/own-postgres.ts";
import type { Debian } from "./debian.ts";

const PASSWORD = "essai";
type Six = [number, number, number, number, number, number];

/** One machine of the cluster's database: PostgreSQL, and Patroni that runs it. */
interface Node {
  name: string;
  /** Patroni's answers, by which HAProxy knows what it is. */
  rest: number;
  postgres: number;
  dataDir: string;
  patroni: ChildProcess;
}

export interface Cluster {
  /** Leads to the primary, and to its replica, as the sites ask for them. */
  primaryUrl: string;
  replicaUrl: string;
  /** To PostgreSQL itself, past any pool. */
  directUrl: string;
  /** Where visitors ask. */
  origin: string;
  /** The ports on which HAProxy expects the sites. */
  sites: readonly number[];
  nodes: Node[];
  /** The node whose PostgreSQL writes; null while there is none. */
  primary(): Promise<Node | null>;
  /** kill -9 of a node's Patroni and of every process of its PostgreSQL, at once. */
  kill(node: Node): Promise<void>;
  /** Starts the node's Patroni again on the same data. */
  start(node: Node): void;
  /** Whether a replica streams, and commits wait for it. */
  isSafe(): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * The database of compose.cluster.yaml on this machine, of Debian's programs: etcd, two PostgreSQL
 * under Patroni, HAProxy in front of them and of two sites, PgBouncer where it is new enough.
 */
export async function openCluster(debian: Debian, folder: string): Promise<Cluster> {
  const started: ChildProcess[] = [];
  try {
    return await build(debian, folder, started);
  } catch (error) {
    await Promise.all(started.map(end));
    throw error;
  }
}

function until(holds: () => Promise<boolean>, timeout: number): Promise<void> {
  return vi.waitFor(async () => expect(await holds()).toBe(true), { timeout, interval: 500 });
}

async function end(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) =>
  exitCode !== null || signalCode !== null;

async function build(debian: Debian, folder: string, started: ChildProcess[]): Promise<Cluster> {
  const { account } = debian;
  fs.chmodSync(folder, 0o755);
  fs.chownSync(folder, account.uid, account.gid);
  const first = await freePorts(14);
  const port = (place: number) => first + place;
  const [etcd, peer, writes, reads, web, pool] = [0, 1, 2, 3, 4, 5].map(port) as Six;
  const sites = [port(6), port(7)];
  const start = (name: string, program: string, args: string[], options: SpawnOptions = {}) => {
    const log = fs.openSync(path.join(folder, `${name}.log`), "a");
    const child = spawn(program, args, { cwd: "/", stdio: ["ignore", log, log], ...options });
    fs.closeSync(log);
    started.push(child);
    return child;
  };
  /** Where whoever PostgreSQL runs as can read it. */
  const share = (name: string, text = fs.readFileSync(path.join("deploy", name), "utf8")) => {
    const file = path.join(folder, name);
    fs.writeFileSync(file, text, { mode: 0o644 });
    return file;
  };

  const client = `http://127.0.0.1:${etcd}`;
  const own = `http://127.0.0.1:${peer}`;
  start("etcd", "/usr/bin/etcd", [
    ...["--name", "etcd", "--data-dir", path.join(folder, "etcd")],
    ...["--listen-client-urls", client, "--advertise-client-urls", client],
    ...["--listen-peer-urls", own, "--initial-advertise-peer-urls", own],
    ...["--initial-cluster", `etcd=${own}`],
  ]);
  await until(() => isOk(`${client}/health`), 30_000);

  const patroni = share("patroni.yml");
  const startPatroni = (node: Omit<Node, "patroni">) => {
    const env = patroniVariables(node, etcd, debian);
    return start(node.name, "/usr/bin/patroni", [patroni], { ...account, env });
  };
  const nodes = [1, 2].map((number): Node => {
    const name = `node${number}`;
    const dataDir = path.join(folder, name);
    const node = { name, rest: port(8 + number), postgres: port(10 + number), dataDir };
    return { ...node, patroni: startPatroni(node) };
  });
  start("haproxy", "/usr/sbin/haproxy", ["-db", "-f", share("haproxy.cfg")], {
    env: haproxyVariables({ nodes, sites, writes, reads, web }),
  });
  const urlOf = (at: number, user = "parenthese", database = "parenthese") =>
    `postgres://${user}:${PASSWORD}@127.0.0.1:${at}/${database}`;

  const primary = async () => {
    const are = await Promise.all(
      nodes.map(({ rest }) => isOk(`http://127.0.0.1:${rest}/primary`)),
    );
    return nodes.find((_, index) => are[index]) ?? null;
  };
  const isSafe = async () => {
    const db = new pg.Client({ connectionString: urlOf(writes, "postgres", "postgres") });
    db.on("error", () => {});
    try {
      await db.connect();
      const { rows } = await db.query(
        "select from pg_stat_replication where state = 'streaming' and sync_state = 'sync'",
      );
      const replicas = nodes.map(({ rest }) => isOk(`http://127.0.0.1:${rest}/replica`));
      return rows.length === 1 && (await Promise.all(replicas)).includes(true);
    } catch {
      return false;
    } finally {
      await db.end().catch(() => {});
    }
  };
  const cluster: Cluster = {
    primaryUrl: urlOf(debian.pgbouncer ? pool : writes),
    replicaUrl: urlOf(
      debian.pgbouncer ? pool : reads,
      "parenthese",
      debian.pgbouncer ? "replica" : "parenthese",
    ),
    directUrl: urlOf(writes),
    origin: `http://127.0.0.1:${web}`,
    sites,
    nodes,
    primary,
    isSafe,
    start(node) {
      node.patroni = startPatroni(node);
    },
    async kill({ patroni, dataDir }) {
      const exited = once(patroni, "exit");
      const [server] = fs.readFileSync(path.join(dataDir, "postmaster.pid"), "utf8").split("\n");
      // Patroni first: it would start PostgreSQL again.
      patroni.kill("SIGKILL");
      for (const pid of [Number(server), ...childrenOf(Number(server))]) {
        try {
          process.kill(pid, "SIGKILL");
        } catch (error) {
          // One of PostgreSQL's processes has ended with its parent.
          if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
        }
      }
      await exited;
    },
    async close() {
      const live = nodes.filter(({ patroni }) => !hasEnded(patroni));
      await Promise.all(live.map((node) => cluster.kill(node)));
      await Promise.all(started.map(end));
    },
  };
  await until(isSafe, 120_000);
  const psql = path.join(debian.postgres, "psql");
  const asAdmin = ["-v", "ON_ERROR_STOP=1", "-v", `password=${PASSWORD}`, "-f", share("role.sql")];
  const made = spawnSync(psql, [urlOf(writes, "postgres", "postgres"), ...asAdmin]);
  if (made.status !== 0) throw new Error(`role.sql: ${made.stderr}`);
  await migrateDatabase(cluster.directUrl);
  if (debian.pgbouncer) {
    const users = share("users.txt", `"parenthese" "${PASSWORD}"`);
    const settings = share("pgbouncer.ini", pgbouncerFile({ writes, reads, pool }, users));
    start("pgbouncer", debian.pgbouncer, [settings], account);
    await until(() => answers(cluster.primaryUrl), 20_000);
  }
  return cluster;
}

async function isOk(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString });
  try {
    await client.connect();
    return (await client.query("select")).rowCount === 1;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/** The variables that deploy/patroni.yml leaves to each machine. */
function patroniVariables(
  { name, rest, postgres, dataDir }: Omit<Node, "patroni">,
  etcd: number,
  debian: Debian,
) {
  const own = (port: number) => `127.0.0.1:${port}`;
  return {
    PATH: process.env.PATH,
    PATRONI_NAME: name,
    PATRONI_ETCD3_HOST: own(etcd),
    PATRONI_RESTAPI_LISTEN: own(rest),
    PATRONI_RESTAPI_CONNECT_ADDRESS: own(rest),
    PATRONI_POSTGRESQL_LISTEN: own(postgres),
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: own(postgres),
    PATRONI_POSTGRESQL_DATA_DIR: dataDir,
    PATRONI_POSTGRESQL_BIN_DIR: debian.postgres,
    PATRONI_POSTGRESQL_PGPASS: `${dataDir}.pgpass`,
    PATRONI_SUPERUSER_PASSWORD: PASSWORD,
    PATRONI_REPLICATION_PASSWORD: PASSWORD,
    PATRONI_REWIND_PASSWORD: PASSWORD,
  };
}

interface Ports {
  nodes: readonly Node[];
  sites: readonly number[];
  writes: number;
  reads: number;
  web: number;
}

/** The variables of deploy/haproxy.cfg. */
function haproxyVariables({ nodes, sites, writes, reads, web }: Ports) {
  const own = (port: number | undefined) => `127.0.0.1:${port}`;
  const [one, two] = nodes;
  return {
    ...{ WRITES: own(writes), READS: own(reads), WEB: own(web) },
    ...{ NODE1: own(one?.postgres), NODE1_REST: String(one?.rest) },
    ...{ NODE2: own(two?.postgres), NODE2_REST: String(two?.rest) },
    ...{ SITE1: own(sites[0]), SITE2: own(sites[1]) },
  };
}

/** The file deploy/pgbouncer.ini, which knows no variables, with the ports of this machine. */
function pgbouncerFile(ports: { writes: number; reads: number; pool: number }, users: string) {
  return fs
    .readFileSync("deploy/pgbouncer.ini", "utf8")
    .replace("host=haproxy port=5000", `host=127.0.0.1 port=${ports.writes}`)
    .replace("host=haproxy port=5001", `host=127.0.0.1 port=${ports.reads}`)
    .replace("listen_port = 6432", `listen_port = ${ports.pool}`)
    .replace("/tmp/users.txt", users);
}
