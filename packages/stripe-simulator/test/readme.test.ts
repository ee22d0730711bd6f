import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { document, operations } from "../src/protocol/schemas.ts";
import { waitingFault } from "../src/state/faults.ts";
import { options } from "../src/state/settings.ts";
import { immediateFault } from "../src/switches/switches.ts";

const here = join(import.meta.dirname, "..");
const readme = readFileSync(join(here, "README.md"), "utf8");
const manifest = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));

test("the README has every option with its variable, and what it is otherwise", () => {
  for (const [name, { variable, fallback, means }] of Object.entries(options)) {
    const [line] = readme.split("\n").filter((text) => text.startsWith(`| \`--${name}\``));
    expect(line).toContain(`| \`${variable}\` |`);
    expect(line).toContain(fallback);
    expect(line).toContain(means.replace(/, when not on .*/, ""));
  }
});

test("the README has every fault", () => {
  const faults = [...waitingFault.options, ...immediateFault.options];
  const types = faults.map(({ shape }) => shape.type.value);
  expect(types.filter((type) => !readme.includes(`\`${type}\``))).toEqual([]);
});

test("the README counts calls and events, and names the versions", () => {
  expect(readme).toContain(`${operations.length} calls of the API`);
  expect(readme).toContain(`${Object.keys(document["x-eventObjects"]).length} kinds of events`);
  expect(readme).toContain(
    `${manifest.devDependencies.stripe}, which speaks ${document.info.version}`,
  );
  expect(readme).toContain(`Node ${manifest.engines.node.replace(">=", "")} or later`);
});
