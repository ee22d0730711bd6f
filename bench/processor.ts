import fs from "node:fs";
import pg from "pg";

/** Linux counts processor time in hundredths of a second. */
const TICKS = 100;

/** Seconds of processor time that these processes have used so far. */
export function processorSeconds(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    // The name in brackets may hold blanks.
    const [, rest = ""] = fs.readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
    const fields = rest.split(" ");
    return sum + (Number(fields[11]) + Number(fields[12])) / TICKS;
  }, 0);
}

/** The same of one process, in milliseconds and to the nanosecond; 0 when it has ended. */
function processorTime(pid: number): number {
  try {
    return Number(fs.readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
  } catch {
    return 0;
  }
}

/** Bytes of memory that a process holds now, and the most that it ever held. */
export function memoryOf(pid: number): { now: number; most: number } {
  const status = fs.readFileSync(`/proc/${pid}/status`, "utf8");
  const bytes = (name: string) => 1024 * Number(status.match(`${name}:\\s+(\\d+)`)?.[1]);
  return { now: bytes("VmRSS"), most: bytes("VmHWM") };
}

/** The process that another one has started for this script. */
export function childWith(script: string, parent: number): number {
  const found = fs
    .readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0 && parentOf(pid) === parent)
    .find((pid) => fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(script));
  if (found === undefined) throw new Error(`${script} does not run`);
  return found;
}

/** PostgreSQL's processes at this moment, those of its own and one per connection. */
export async function processesOfPostgres(url: string): Promise<number[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  const server = parentOf(rows[0]?.pid ?? 0);
  const all = fs
    .readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0 && pid !== rows[0]?.pid && parentOf(pid) === server);
  await client.end();
  return [server, ...all];
}

function parentOf(pid: number): number {
  try {
    const [, rest = ""] = fs.readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
    return Number(rest.split(" ")[1]);
  } catch {
    // It ended meanwhile.
    return 0;
  }
}

/** The processor time that the product's connections have used so far, in milliseconds. */
export async function watchProcesses(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const known = new Map<number, number>();
  return {
    async used(): Promise<number> {
      const { rows } = await client.query<{ pid: number }>(
        "select pid from pg_stat_activity where application_name = 'parenthese-server'",
      );
      for (const { pid } of rows) known.set(pid, processorTime(pid) || (known.get(pid) ?? 0));
      return [...known.values()].reduce((sum, time) => sum + time, 0);
    },
    close: () => client.end(),
  };
}
