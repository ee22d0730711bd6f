import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  checkClientAssets,
  checkOfficeScripts,
  checkScriptWeight,
} from "../scripts/client-assets.mjs";
import { draw, readFolders } from "../scripts/draw-architecture.ts";

const root = path.resolve(import.meta.dirname, "..");

const SIMULATOR = "packages/stripe-simulator";

/** A forbidden import each: where it stands, what it imports, and the rule that must find it. */
const PLANTS: [file: string, imported: string, rule: string][] = [
  ["core/one/rules.ts", "../../app/ui/button.tsx", "core-knows-no-door"],
  ["core/one/labels.ts", "#mails/welcome.tsx", "core-knows-no-door"],
  ["core/one/act.server.ts", "hono", "core-without-react-and-http"],
  ["platform/clock.server.ts", "#core/one/schema.ts", "platform-knows-no-business"],
  ["site/addresses.ts", "../core/one/schema.ts", "addresses-know-nobody"],
  ["mails/welcome.tsx", "../api/one.ts", "mails-know-no-door"],
  ["api/one.ts", "#app/ui/button.tsx", "doors-stay-apart"],
  ["api/two.ts", "pg", "doors-leave-the-database-alone"],
  ["worker.ts", "#app/ui/button.tsx", "the-worker-is-a-door"],
  ["core/loose.ts", "./one/schema.ts", "what-lies-loose-in-core-is-below"],
  ["core/texts/loose.ts", "../one/schema.ts", "what-lies-loose-in-core-is-below"],
  ["core/two/own.server.ts", "../tables/people.server.ts", "tables-through-their-index"],
  ["core/two/act.server.ts", "../one/store.server.ts", "stores-are-private"],
  ["core/two/room/act.server.ts", "../../one/room/store.server.ts", "stores-are-private"],
  ["app/routes/home.tsx", "#core/one/store.server.ts", "stores-are-for-the-core"],
  ["app/routes/list.tsx", "#core/one/room/store.server.ts", "stores-are-for-the-core"],
  ["app/parts/card.tsx", "#core/one/act.server.ts", "server-wall"],
  ["core/two/rules.ts", "node:fs", "server-wall-for-node"],
  ["core/two/money.ts", "pg", "server-wall-for-packages"],
  ["app/ui/field.tsx", "#core/one/schema.ts", "design-system-has-no-domain-word"],
  [`${SIMULATOR}/src/main.ts`, "../../../core/one/schema.ts", "simulator-stands-alone"],
  [`${SIMULATOR}/src/own.ts`, "pg", "packages-declare-what-they-import"],
  [`${SIMULATOR}/src/dev.ts`, "only-for-development", "production-without-development-packages"],
  ["core/two/pay.server.ts", `../../${SIMULATOR}/src/money.ts`, "nobody-imports-the-simulator"],
  ["launch/pay.ts", "stripe-simulator", "nobody-imports-the-simulator"],
  ["core/two/go.server.ts", "../../launch/ports.ts", "launcher-stays-outside"],
  ["core/two/labels.ts", "./nowhere.ts", "no-broken-import"],
  ["core/two/cycle.ts", "./cycle.ts", "no-cycles"],
  ["platform/log.server.ts", "only-for-development", "production-without-development-packages"],
  ["platform/font.server.ts", "subset-font", "production-without-build-packages"],
  ["core/two/picture.server.ts", "sharp", "read-when-needed"],
];
const SOUND = [
  "core/tables/people.server.ts",
  "core/one/schema.ts",
  "core/one/store.server.ts",
  "core/one/room/store.server.ts",
  "app/ui/button.tsx",
  "launch/ports.ts",
  `${SIMULATOR}/src/money.ts`,
];

/** Circles of folders, each as the imports that close it: the folder that must be found in it. */
const CIRCLES: [folder: string, imports: [file: string, imported: string][]][] = [
  [
    "core/above",
    [
      ["core/above/act.server.ts", "../below/schema.ts"],
      ["core/below/act.server.ts", "../above/schema.ts"],
    ],
  ],
  [
    "core/high",
    [
      ["core/high/rooms/act.server.ts", "../../low/rooms/schema.ts"],
      ["core/low/other/act.server.ts", "../../high/other/schema.ts"],
    ],
  ],
  [
    "core/high/one",
    [
      ["core/high/one/act.server.ts", "../two/schema.ts"],
      ["core/high/two/act.server.ts", "../one/schema.ts"],
    ],
  ],
  [
    "app/parts/first",
    [
      ["app/parts/first/card.tsx", "../second/price.tsx"],
      ["app/parts/second/list.tsx", "../third/heart.tsx"],
      ["app/parts/third/row.tsx", "../first/head.tsx"],
    ],
  ],
  [
    `${SIMULATOR}/src/above`,
    [
      [`${SIMULATOR}/src/above/pay.ts`, "../below/money.ts"],
      [`${SIMULATOR}/src/below/coins.ts`, "../above/purse.ts"],
    ],
  ],
];

interface Violation {
  from: string;
  rule: { name: string };
}

/** The violations that dependency-cruiser finds under `folder` with the project's own rules. */
function violations(folder: string): Violation[] {
  const tops = fs.readdirSync(folder).filter((name) => !name.includes("node_modules"));
  const result = spawnSync(
    path.join(root, "node_modules/.bin/depcruise"),
    ["--config", path.join(root, ".dependency-cruiser.mjs"), "--output-type", "json", ...tops],
    { cwd: folder, encoding: "utf8" },
  );
  return JSON.parse(result.stdout).summary.violations;
}

describe("the rules about imports", () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "parenthese-structure-"));
  let found: Violation[] = [];

  const write = (file: string, text: string) => {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    fs.writeFileSync(path.join(folder, file), text);
  };

  beforeAll(() => {
    const { imports } = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8"));
    const devDependencies = { "only-for-development": "1.0.0" };
    write("package.json", JSON.stringify({ name: "planted", imports, devDependencies }));
    write(
      `${SIMULATOR}/package.json`,
      JSON.stringify({ name: "stripe-simulator", devDependencies }),
    );
    const libraries = ["hono", "pg", "sharp", "subset-font"];
    for (const name of [...libraries, "only-for-development", "stripe-simulator"]) {
      write(`node_modules/${name}/package.json`, JSON.stringify({ name, main: "index.js" }));
      write(`node_modules/${name}/index.js`, "module.exports = {};");
    }
    for (const file of SOUND) write(file, "export const sound = 1;\n");
    for (const [file, imported] of PLANTS) write(file, `import "${imported}";\n`);
    for (const [file, imported] of CIRCLES.flatMap(([, imports]) => imports)) {
      write(file, `import "${imported}";\n`);
      write(path.join(path.dirname(file), imported), "export const sound = 1;\n");
    }
    found = violations(folder);
  });
  afterAll(() => fs.rmSync(folder, { recursive: true }));

  test.each(PLANTS)("%s may not import %s", (file, _imported, rule) => {
    expect(found.filter(({ from }) => from === file).map((v) => v.rule.name)).toContain(rule);
  });

  test.each(CIRCLES)("%s may not lead back to itself", (folder_) => {
    const base = ["app/parts", `${SIMULATOR}/src`].find((one) => folder_.startsWith(one)) ?? "core";
    const { circles } = readFolders(base, folder);
    expect(circles.map((circle) => circle.split(" ")[0])).toContain(folder_);
  });

  test("sound files are left alone", () => {
    expect(found.filter(({ from }) => SOUND.includes(from))).toEqual([]);
  });
});

describe("a drawing of folders", () => {
  test("leaves out what follows from other arrows", () => {
    const folders = new Map([
      ["top", new Set(["middle", "bottom"])],
      ["middle", new Set(["bottom"])],
      ["bottom", new Set<string>()],
      ["alone", new Set<string>()],
    ]);
    const drawing = draw(folders);
    expect(drawing).toContain("4 folders, 3 pairs");
    expect(drawing.match(/\w+ --> \w+/g)).toEqual(["middle --> bottom", "top --> middle"]);
    expect(drawing).toContain("\n  alone\n");
  });
});

describe("what browsers download", () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "parenthese-client-"));
  afterAll(() => fs.rmSync(folder, { recursive: true }));

  test("may hold scripts, and nothing of the server's", () => {
    expect(() => checkClientAssets(folder)).toThrow("has no script");
    fs.writeFileSync(path.join(folder, "page.js"), "export const page = 1;");
    expect(() => checkClientAssets(folder)).not.toThrow();
    fs.mkdirSync(path.join(folder, "assets"));
    fs.writeFileSync(path.join(folder, "assets/chunk.js"), 'import "node:crypto";');
    expect(() => checkClientAssets(folder)).toThrow("assets/chunk.js contains « node:crypto »");
  });

  test("may weigh so much for the search screens, what they import included", () => {
    const asset = (name: string, text: string) => {
      fs.mkdirSync(path.join(folder, "assets"), { recursive: true });
      fs.writeFileSync(path.join(folder, "assets", name), text);
      return `/assets/${name}`;
    };
    const shared = asset("shared.js", "export const shared = 1;");
    const part = (name: string) => ({ module: asset(`${name}.js`, "0;"), imports: [shared] });
    const routes = Object.fromEntries(
      ["root", "routes/home", "routes/sessions", "session"].map((id) => [id, part(id.slice(-4))]),
    );
    const other = { module: asset("other.js", randomText(200_000)), imports: [] };
    const manifest = { entry: part("entry"), routes: { ...routes, "routes/other": other } };
    asset("manifest-1234.js", `window.manifest=${JSON.stringify(manifest)};`);
    expect(checkScriptWeight(folder)).toContain("of 105.0 kB");
    asset("shared.js", randomText(200_000));
    expect(() => checkScriptWeight(folder)).toThrow("shared.js 1");
  });

  test("is the operators' own on their screens, but for what is common (rule: operators-apart)", () => {
    const make = (office: string[], site: string[]) => {
      fs.rmSync(path.join(folder, "assets"), { recursive: true, force: true });
      fs.mkdirSync(path.join(folder, "assets"));
      const asset = (name: string) => {
        fs.writeFileSync(path.join(folder, "assets", name), "0;");
        return `/assets/${name}`;
      };
      const part = (name: string, imports: string[]) => ({
        ...{ id: name, module: asset(`${name}.js`), imports: imports.map(asset) },
      });
      const routes = {
        root: part("root", ["interface-1.js"]),
        file: { ...part("file", office), path: "operateur" },
        home: { ...part("home", site), path: "sessions" },
      };
      const manifest = { entry: part("entry", []), routes };
      const text = `window.manifest=${JSON.stringify(manifest)};`;
      fs.writeFileSync(path.join(folder, "assets/manifest-1234.js"), text);
    };
    make(["interface-1.js", "common-1.js", "office-1.js"], ["interface-1.js", "common-1.js"]);
    expect(checkOfficeScripts(folder)).toMatch(/^\/operateur 0\.0 of/);
    make(["screens-1.js"], ["screens-1.js"]);
    expect(() => checkOfficeScripts(folder)).toThrow("/operateur shares screens-1.js");
  });
});

/** Text that does not compress to less than three quarters. */
function randomText(length: number): string {
  return randomBytes((length * 3) / 4).toString("base64");
}

describe("the files of a capability", () => {
  const NAMES =
    /^(schema\.ts|rules\.ts|[a-z]+(-[a-z]+)*\.(txt|tsv|json)|labels\.ts|store\.server\.ts|[a-z]+(-[a-z]+)+\.server\.ts|.+\.test\.ts)$/;
  const capabilities = fs
    .readdirSync(path.join(root, "core"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !["tables", "texts"].includes(entry.name));

  test.each(capabilities.map(({ name }) => name))(
    "core/%s holds only names of the list",
    (name) => {
      const files = fs.readdirSync(path.join(root, "core", name), { withFileTypes: true });
      const rooms = files.filter((file) => file.isDirectory()).map((room) => room.name);
      expect(rooms.filter((room) => !/^[a-z]+(-[a-z]+)*$/.test(room))).toEqual([]);
      const inRooms = rooms.flatMap((room) => fs.readdirSync(path.join(root, "core", name, room)));
      const names = [...files.filter((file) => file.isFile()).map((file) => file.name), ...inRooms];
      expect(names.filter((file) => !NAMES.test(file))).toEqual([]);
    },
  );
});

describe("the size of a folder", () => {
  const MAX_FILES = 25;
  /** Folders that hold more, each with the reason. */
  const EXCEPTED: Record<string, string> = {
    "app/illustrations": "one drawing each, all of one kind and found by their subject",
    "app/illustrations/drawn": "the pictures of each drawing, written by a script",
  };

  /** Folders at and below these places that hold more files than that, tests included. */
  const tooFull = (places: string[]) =>
    places.flatMap((place) => {
      const entries = fs.readdirSync(place, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile());
      return [...Map.groupBy(files, ({ parentPath }) => parentPath)]
        .filter(([, held]) => held.length > MAX_FILES)
        .map(([folder]) => folder);
    });

  test("is 25 files at most, or has a reason", () => {
    const held = ["api", "app", "cli", "core", "mails", "server", "site", `${SIMULATOR}/src`];
    const found = tooFull(held.map((place) => path.join(root, place)));
    const names = found.map((folder) => path.relative(root, folder));
    expect(names.toSorted()).toEqual(Object.keys(EXCEPTED));
  });

  test("is seen when it is larger", () => {
    const place = fs.mkdtempSync(path.join(os.tmpdir(), "parenthese-folder-"));
    const plant = (folder: string, count: number) => {
      fs.mkdirSync(path.join(place, folder), { recursive: true });
      for (let index = 0; index < count; index += 1) {
        fs.writeFileSync(path.join(place, folder, `file-${index}.ts`), "");
      }
    };
    plant("roomy", 25);
    plant("roomy/crowded", 26);
    plant("", 26);
    const found = tooFull([place]).map((folder) => path.relative(place, folder));
    fs.rmSync(place, { recursive: true });
    expect(found.toSorted()).toEqual(["", "roomy/crowded"]);
  });
});

describe("what no import tells", () => {
  /** Lines of code below these folders that match, as « file: line ». */
  const linesOf = (folders: string[], isOne: (file: string) => boolean, pattern: RegExp) =>
    folders.flatMap((folder) =>
      fs
        .readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
        .map((file) => `${folder}/${file}`)
        .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && isOne(file))
        .flatMap((file) =>
          fs
            .readFileSync(path.join(root, file), "utf8")
            .split("\n")
            .filter((line) => !/^\s*(\/?\*|\/\/)/.test(line) && pattern.test(line))
            .map((line) => `${file}: ${line.trim()}`),
        ),
    );
  const isRule = (file: string) => /\/(rules|labels)\.ts$/.test(file);
  const IMPURE = /\b(?:await|async)\b|new Date\(\)|Date\.now|Math\.random/;

  test("rules and labels wait for nothing, and are told the time", () => {
    expect(linesOf(["core"], isRule, IMPURE)).toEqual([]);
    expect(linesOf(["core"], isRule, /^export function/).length).toBeGreaterThan(100);
    for (const line of ["await read()", "const now = new Date();"]) expect(line).toMatch(IMPURE);
  });

  test("nothing but the entries reads the environment", () => {
    const layers = ["core", "platform", "app", "api", "server", "site", "mails", "cli"];
    expect(linesOf(layers, () => true, /\bprocess\.env\b/)).toEqual([]);
  });
});

test("every dependency has its line in docs/dependencies.md, in an exact version", () => {
  const text = fs.readFileSync(path.join(root, "docs/dependencies.md"), "utf8");
  const manifests = ["package.json", ...fs.globSync("packages/*/package.json", { cwd: root })];
  /** Beside the product's own version, because a tool needs the interface of the older one. */
  const OLDER = ["typescript@5.9.3"];
  const declared = manifests.flatMap((file) => {
    const manifest = JSON.parse(fs.readFileSync(path.join(root, file), "utf8"));
    const { dependencies, devDependencies } = manifest;
    return Object.entries<string>({ ...dependencies, ...devDependencies });
  });
  // The product's own version of each, which stands first.
  const all = Object.fromEntries(declared.toReversed());
  const family = (name: string) => name.replace(/[^/]*$/, "*");
  const isNamed = (name: string) =>
    text.includes(`\`${name}\``) || (name.includes("/") && text.includes(`\`${family(name)}\``));
  expect(Object.keys(all).filter((name) => !isNamed(name))).toEqual([]);
  expect(declared.filter(([, version]) => !/^\d+\.\d+\.\d+/.test(version))).toEqual([]);
  // One version of each for the product and its packages, so that one installation serves them all.
  const others = declared.filter(([name, version]) => all[name] !== version);
  expect(others.map((one) => one.join("@"))).toEqual(OLDER);
  expect(isNamed("left-pad")).toBe(false);
});
