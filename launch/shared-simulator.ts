import pg from "pg";
import { z } from "zod";

/** How to reach the simulator that the processes of one database share. */
const sharedSimulator = z.object({
  url: z.url(),
  secretKey: z.string(),
  webhookSecret: z.string(),
  connectWebhookSecret: z.string(),
});
type SharedSimulator = z.infer<typeof sharedSimulator>;

const KEY = "simulator";

/** The simulator that another launch on this database has started, if it still answers. */
export async function findSimulator(databaseUrl: string): Promise<SharedSimulator | undefined> {
  const { rows } = await query(databaseUrl, "SELECT value FROM settings WHERE key = $1", [KEY]);
  const known = sharedSimulator.safeParse(rows[0]?.value);
  return known.success && (await answers(known.data)) ? known.data : undefined;
}

/** Tells the launches to come where this database's simulator is. */
export async function announceSimulator(
  databaseUrl: string,
  simulator: SharedSimulator,
): Promise<void> {
  await query(
    databaseUrl,
    `INSERT INTO settings (key, value) VALUES ($1, $2)
     ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
    [KEY, JSON.stringify(simulator)],
  );
}

/** Whether this simulator answers, and to this key: another one may stand at its address by now. */
export async function answers({ url, secretKey }: SharedSimulator): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/v1/balance`, {
      headers: { Authorization: `Bearer ${secretKey}` },
      signal: AbortSignal.timeout(2_000),
    });
    return answer.ok;
  } catch {
    return false;
  }
}

async function query(databaseUrl: string, text: string, values: unknown[]) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await client.query<{ value: unknown }>(text, values);
  } finally {
    await client.end();
  }
}
