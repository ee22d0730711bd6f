import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { expect, test } from "vitest";

const { resolve } = createRequire(import.meta.url);
const INSIDES = /__reactRouter|UNSAFE_|unstable_|(?<![.\w])Scripts\(/;

test("this is the version of React Router whose insides were read", () => {
  const manifest = fs.readFileSync("node_modules/react-router/package.json", "utf8");
  // After an update: read docs/decisions/034, run the browser tests that it names, then write the
  // new version here.
  expect(JSON.parse(manifest).version).toBe("8.4.0");
});

test("it still leaves its router and the screens' modules on the window", () => {
  const built = path.join(resolve("react-router/dom"), "../lib/dom-export/hydrated-router.js");
  const router = fs.readFileSync(built, "utf8");
  expect(router).toContain("window.__reactRouterDataRouter = router;");
  expect(router).toContain("window.__reactRouterRouteModules");
});

test("nothing else in what browsers download stands on them", () => {
  const files = fs.globSync("app/**/*.{ts,tsx}").filter((file) => !file.endsWith(".test.ts"));
  const standing = (file: string) => INSIDES.test(fs.readFileSync(file, "utf8"));
  expect(files.filter(standing)).toEqual(["app/browser/react-router-internals.tsx"]);
  for (const line of ["window.__reactRouterManifest", "UNSAFE_DataRouterContext", " Scripts({})"]) {
    expect(line).toMatch(INSIDES);
  }
});
