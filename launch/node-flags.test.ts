import fs from "node:fs";
import { expect, test } from "vitest";
import { NODE_FLAGS } from "./node-flags.ts";

test.each([
  ["package.json", /node_modules\/\.bin\/node (.*?) ?start\.ts/g],
  ["Dockerfile", /node_modules\/\.bin\/node", "(.*?)",? "start\.ts/g],
  ["docs/scaling.md", /node_modules\/\.bin\/node (.*?) ?build\/server\/server\.js/g],
])("%s starts Node as the launcher does", (file, pattern) => {
  const flags = [...fs.readFileSync(file, "utf8").matchAll(pattern)].map(([, given]) => given);
  expect([...new Set(flags)]).toEqual([NODE_FLAGS.join(" ")]);
});
