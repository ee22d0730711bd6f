// Runs some test files again and again, tries nothing twice, and says how often each test failed.
//
//   npm run test:repeat -- 20 core/dates.test.ts test/e2e/search.spec.ts

import { build } from "./build.mjs";
import { endWith, Failure, stopWithParent } from "./run.mjs";
import { runPlaywright, runVitest } from "./runners.mjs";

async function repeat(rounds, files) {
  if (!(rounds > 0) || files.length === 0) {
    throw new Failure("Say how many times, and which files: npm run test:repeat -- 20 core/dates");
  }
  const specs = files.filter((file) => /\.spec\.ts(:\d+)?$|^test\/e2e\b/.test(file));
  const units = files.filter((file) => !specs.includes(file));
  const runs = [];
  for (let round = 0; units.length > 0 && round < rounds; round += 1) {
    runs.push(await runVitest(units));
  }
  if (specs.length > 0) {
    await build();
    runs.push(await runPlaywright([`--repeat-each=${rounds}`, ...specs]));
  }
  const failed = Map.groupBy(
    runs.flatMap((run) => run.failed),
    ({ test }) => test,
  );
  console.log();
  for (const [test, times] of failed) {
    console.log(`failed ${times.length} of ${rounds}: ${test}`);
    for (const reason of new Set(times.map((one) => one.reason))) console.log(`  ${reason}`);
  }
  const passed = runs.reduce((sum, run) => sum + run.passed, 0);
  const count = runs.reduce((sum, run) => sum + run.failed.length, 0);
  if (passed + count === 0) throw new Failure("No test was run.");
  console.log(`\n${passed} passed, ${count} failed`);
  return count === 0;
}

stopWithParent();
const [rounds, ...files] = process.argv.slice(2);
await endWith(() => repeat(Number(rounds), files));
