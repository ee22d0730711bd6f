import type { Sample } from "#platform/metrics.server.ts";
import type { Runtime } from "../context.server.ts";
import { DAY } from "../durations.ts";
import { STATE_HELP } from "./labels.ts";
import { firstIdOf } from "./rules.ts";
import { readState } from "./store.server.ts";

/** Never throws: without a database it reports that. */
export async function measureState(runtime: Runtime): Promise<Sample[]> {
  const now = runtime.now();
  const sample = (name: keyof typeof STATE_HELP, value: number, labels = {}): Sample => ({
    name,
    value,
    labels,
    help: STATE_HELP[name],
  });
  try {
    const recent = firstIdOf(new Date(now.getTime() - DAY));
    const rows = await readState(runtime.db, { now, recent });
    return [
      sample("database_up", 1),
      ...rows.map(({ name, value, labels }) =>
        sample(name as keyof typeof STATE_HELP, value, labels),
      ),
    ];
  } catch (error) {
    runtime.log.error({ err: error }, "the state could not be measured");
    return [sample("database_up", 0)];
  }
}
