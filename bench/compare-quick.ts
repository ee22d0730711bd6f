import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import type { Row } from "./part.ts";

const FILE = path.join(import.meta.dirname, "results", "quick.json");
/** Ratios of two runs of the same product differ by so much on a machine that others share. */
const NOISE = 1.25;

/** What a budget bounds from below is better when more, what it bounds from above when less. */
const isRatio = (row: Row) => row.ratio !== undefined && /^[≥≤]/.test(row.budget ?? "");

/** Writes the rows' ratios down, and says for each how it stands to the committed one. */
export function compareQuick(rows: readonly Row[]): string {
  const measured = rows.filter(isRatio);
  const before = readCommitted();
  const now = Object.fromEntries(measured.map(({ what, ratio }) => [what, Number(ratio)]));
  fs.writeFileSync(FILE, `${JSON.stringify(now, null, 2)}\n`);
  const lines = measured.map(({ what, product, bound, ratio, budget, met }) => {
    const old = before[what];
    const change = old === undefined ? 1 : Number(ratio) / old;
    const loss = budget?.startsWith("≥") ? 1 / change : change;
    const verdict =
      old === undefined ? "new" : loss > NOISE ? "WORSE" : loss < 1 / NOISE ? "better" : "same";
    const goal = `${budget}${met ? "" : ", missed"}`;
    return [verdict.padEnd(6), `${old ?? "–"} → ${ratio}`.padEnd(16), `(${goal})`.padEnd(18), what]
      .concat(bound ? `: ${product} of ${bound}` : `: ${product}`)
      .join(" ");
  });
  return lines.join("\n");
}

function readCommitted(): Record<string, number> {
  try {
    const text = execFileSync("git", ["show", "HEAD:./bench/results/quick.json"], {
      ...{ cwd: path.join(import.meta.dirname, ".."), encoding: "utf8" },
      stdio: ["ignore", "pipe", "ignore"],
    });
    return JSON.parse(text);
  } catch {
    // Not committed yet, or no repository.
    return {};
  }
}
