import fs from "node:fs";
import path from "node:path";
import { getTableName, is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import type { z } from "zod";
import * as tables from "#core/tables.server.ts";
import { variables } from "#platform/config.server.ts";
import { placesOf, readRepository } from "./cited-rules.ts";
import { drawArchitecture } from "./draw-architecture.ts";

/*
 * Writes what the documentation repeats of the code: `npm run docs`. With `--check` it only says which
 * files it would write otherwise, so that `npm run check` lets neither be changed alone.
 */

const root = path.resolve(import.meta.dirname, "..");
const MARK = /(?<=<!-- configuration -->\n)[\s\S]*(?=<!-- \/configuration -->)/;

/** The table of variables in the README: name, default, meaning. */
export function configurationTable(shape: Record<string, z.ZodType>): string {
  const rows = Object.entries(shape).flatMap(([name, type]) => {
    const { description, otherwise } = type.meta() ?? {};
    if (description === undefined) return [];
    const value = type.safeParse(undefined).data;
    const usual = otherwise ?? (value === undefined || value === "" ? "" : `\`${value}\``);
    return [`| \`${name}\` | ${usual} | ${description} |`];
  });
  return ["| variable | default | |", "|---|---|---|", ...rows].join("\n");
}

/** The README with its table of variables replaced. */
export function writeConfiguration(readme: string): string {
  return readme.replace(MARK, () => `${configurationTable(variables.shape)}\n`);
}

/**
 * A page with the tables and their references as a Mermaid diagram. A box shows the columns by which
 * rows are told apart and refer to each other; all others stand in core/tables.
 */
export function dataModel(schema: Record<string, unknown>): string {
  const known = Object.values(schema)
    .filter((value): value is PgTable => is(value, PgTable))
    .map(getTableConfig)
    .sort((one, other) => (one.name < other.name ? -1 : 1));
  const references = known.flatMap(({ name, foreignKeys }) =>
    foreignKeys.map((key) => {
      const { columns, foreignTable } = key.reference();
      return { from: name, to: getTableName(foreignTable), columns };
    }),
  );
  const arrows = references.map(({ from, to, columns }) => {
    const names = columns.map((column) => snake(column.name));
    const many = columns.every((column) => column.notNull) ? "||" : "|o";
    return `  ${to} ${many}--o{ ${from} : "${names.join(", ")}"`;
  });
  const joined = new Set(references.flatMap(({ from, to }) => [from, to]));
  const boxes = known
    .filter(({ name }) => joined.has(name))
    .map(({ name, columns, primaryKeys }) => {
      const own = references.filter(({ from }) => from === name).flatMap((one) => one.columns);
      const first = new Set(primaryKeys.flatMap((key) => key.columns.map((column) => column.name)));
      const lines = columns.flatMap((column) => {
        const marks = [
          ...(column.primary || first.has(column.name) ? ["PK"] : []),
          ...(own.some((one) => one.name === column.name) ? ["FK"] : []),
          ...(column.isUnique ? ["UK"] : []),
        ];
        if (marks.length === 0) return [];
        const type = column.getSQLType().replace(/\W+/g, "_");
        return [`    ${type} ${snake(column.name)} ${marks.join(", ")}`];
      });
      return `  ${name} {\n${lines.join("\n")}\n  }`;
    });
  const alone = known.filter(({ name }) => !joined.has(name)).map(({ name }) => `\`${name}\``);
  return `# The data model

Made from core/tables.server.ts by \`npm run docs\`; \`npm run check\` holds that it is current. A box shows the columns by which rows are told apart and refer to each other.

\`\`\`mermaid
erDiagram
${[...arrows, ...boxes].join("\n")}
\`\`\`

Tables that refer to no other, and that no other refers to: ${alone.join(", ")}.

For reports and outside tools, six views bear names and columns that do not change: \`sessions\`, \`session_slots\`, \`session_bookings\`, \`activities\`, \`activity_slots\`, \`activity_bookings\`. They are read only, with money in columns ending in \`_cents\`; \`db/specified-names.test.ts\` has the columns.
`;
}

/** Column names as they are in the database, whose casing Drizzle applies only in queries. */
function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

const PLACES = /(?<=<!-- places -->\n)[\s\S]*(?=<!-- \/places -->)/;
/** Doors and screens, which only show a rule, are told up to so many places in all. */
const SHOWN = 5;

/** The rules with the places that keep each of them, at the end of their page. */
function writePlaces(page: string): string {
  const files = readRepository();
  const rows = [...page.matchAll(/^\*\*([a-z-]+)\.\*\* /gm)].map(([, rule = ""]) => {
    const places = placesOf(rule, files).filter(
      (file, index) => index < SHOWN || file.startsWith("core/"),
    );
    const told = places.map((file) => `\`${file}\``).join(", ");
    return `| \`${rule}\` | ${told || "not built yet"} |`;
  });
  const table = ["| rule | kept in |", "|---|---|", ...rows].join("\n");
  return page.replace(PLACES, () => `${table}\n`);
}

/** Every file that is written, with its text as it should be. */
function documents(): Record<string, string> {
  const read = (file: string) => fs.readFileSync(path.join(root, file), "utf8");
  return {
    "README.md": writeConfiguration(read("README.md")),
    "docs/architecture.md": drawArchitecture(read("docs/architecture.md")),
    "docs/data-model.md": dataModel(tables),
    "docs/rules.md": writePlaces(read("docs/rules.md")),
  };
}

if (import.meta.main) {
  const isCheck = process.argv.includes("--check");
  for (const [file, text] of Object.entries(documents())) {
    const place = path.join(root, file);
    if (fs.readFileSync(place, "utf8") === text) continue;
    if (!isCheck) fs.writeFileSync(place, text);
    else {
      console.error(`${file} is not as \`npm run docs\` writes it`);
      process.exitCode = 1;
    }
  }
}
