import fs from "node:fs";
import path from "node:path";
import { integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { z } from "zod";
import { variables } from "#platform/config.server.ts";
import { COMMANDS } from "../cli/run-command.ts";
import { configurationTable, dataModel } from "../scripts/write-docs.ts";

const ROOT = path.resolve(import.meta.dirname, "..");
const read = (file: string) => fs.readFileSync(path.join(ROOT, file), "utf8");

test("every variable but the launcher's own is described, and stands in .env.example", () => {
  const undescribed = Object.entries(variables.shape).filter(([, type]) => !type.meta());
  expect(undescribed.map(([name]) => name)).toEqual(["STRIPE_SIMULATED", "SMTP_SIMULATED"]);
  const example = [...read(".env.example").matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=/gm)];
  const names = Object.keys(variables.shape).filter((name) => !name.endsWith("_SIMULATED"));
  expect(example.map(([, name]) => name).sort()).toEqual([...names, "POSTGRES_PASSWORD"].sort());
});

test("the table has a row for what is described, with its default", () => {
  const shape = {
    PORT: z.coerce.number().default(80).meta({ description: "the site" }),
    URL: z.url().meta({ otherwise: "own", description: "an address" }),
    HIDDEN: z.string(),
  };
  expect(configurationTable(shape).split("\n").slice(2)).toEqual([
    "| `PORT` | `80` | the site |",
    "| `URL` | own | an address |",
  ]);
});

test("the picture has every table, its keys and where they lead", () => {
  const parents = pgTable("parents", { id: uuid().primaryKey(), title: text() });
  const children = pgTable("children", {
    id: uuid().primaryKey(),
    parentId: uuid().references(() => parents.id),
    size: integer(),
  });
  const loners = pgTable("loners", { id: text().primaryKey() });
  const page = dataModel({ parents, children, loners, other: 1 });
  expect(page).toContain('  parents |o--o{ children : "parent_id"\n');
  expect(page).toContain("  children {\n    uuid id PK\n    uuid parent_id FK\n  }");
  expect(page).not.toContain("title");
  expect(page).toContain("no other refers to: `loners`.");
});

test("every capability has its row in the architecture", () => {
  const page = read("docs/architecture.md");
  const core = path.join(ROOT, "core");
  const folders = fs.readdirSync(core, { withFileTypes: true }).filter((one) => one.isDirectory());
  const isMissing = ({ name }: fs.Dirent) => !new RegExp(`\`${name}/?\``).test(page);
  expect(folders.filter(isMissing).map(({ name }) => name)).toEqual([]);
});

test("every command stands in the runbook", () => {
  const runbook = read("docs/operations.md");
  const names = Object.keys(COMMANDS);
  expect(names.filter((name) => !new RegExp(`\`${name}[ \`]`).test(runbook))).toEqual([]);
});

test("every file that a page names is there, but in decisions, which tell of their day", () => {
  const inRoot = ["README.md", "CONTRIBUTING.md", "SECURITY.md"];
  const inDocs = fs.readdirSync(path.join(ROOT, "docs")).filter((file) => file.endsWith(".md"));
  const named = [...inRoot, ...inDocs.map((file) => `docs/${file}`)].flatMap((page) => {
    const files = read(page).matchAll(
      /`((?:[\w.-]+\/)+[\w.-]+\.[a-z]+)`|\]\(([^)#:]+)(?:#[^)]*)?\)/g,
    );
    return [...files].map(([, file, link = ""]) => ({
      ...{ page, file: path.join(ROOT, file ?? path.join(path.dirname(page), link)) },
    }));
  });
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter(({ file }) => !fs.existsSync(file))).toEqual([]);
});
