import { compareQuick } from "./compare-quick.ts";
import { PARTS, type Part, QUICK_PARTS, type Row } from "./part.ts";
import { openWorld } from "./world.ts";
import { writeResults } from "./write-results.ts";

/*
 * `npm run bench`, or `npm run bench -- search booking` for some parts. It measures and writes
 * results.md; of what it measures it asserts nothing, because a busy machine proves nothing. Tests
 * that fail fail it.
 *
 * `npm run bench -- --quick`: search, combinations, booking and pages at 100 000 sessions, in five
 * minutes. It writes results/quick.json and says what is worse than the one that is committed.
 *
 * BENCH_DIR: where databases are kept between runs (.data/bench; some 20 GB, may be deleted).
 * BENCH_SEED: what the data follow from. BENCH_PORT: the first of the ports to use.
 */
const asked = process.argv.slice(2);
const isQuick = asked.includes("--quick");
const wanted = isQuick ? QUICK_PARTS : asked;
const unknown = wanted.filter((name) => !PARTS.includes(name));
if (unknown.length > 0) {
  console.error(`No such part: ${unknown.join(", ")}. There are: ${PARTS.join(", ")}.`);
  process.exit(2);
}

const world = await openWorld(isQuick);
const rows: Row[] = [];
let failure: unknown = null;
try {
  for (const name of PARTS.filter((part) => wanted.length === 0 || wanted.includes(part))) {
    const { part } = (await import(`./parts/${name}.ts`)) as { part: Part };
    world.log(part.title);
    const start = performance.now();
    const measured = await part.measure(world);
    const seconds = (performance.now() - start) / 1000;
    rows.push(...measured.rows);
    if (!isQuick) await writeResults(part, measured, { seed: world.seed, seconds });
    world.log(`${part.title}: ${Math.round(seconds)} s`);
  }
  if (isQuick) console.log(compareQuick(rows));
} catch (error) {
  failure = error;
  console.error(error);
}
await world.close();
// Anything that a failed part has left open would keep the process alive.
process.exit(failure ? 1 : 0);
