import type pg from "pg";
import type { Sent } from "./statements.ts";

interface Node {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Subplan Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: Node[];
}

/** What reads nothing says nothing. */
const SILENT = ["Result", "Function Scan", "ProjectSet", "Limit", "Subquery Scan", "CTE Scan"];

/** The plan of each statement as it is carried out now: nodes that read, indented, with their rows. */
export async function explainEach(
  client: pg.Pool | pg.ClientBase,
  sent: readonly Sent[],
): Promise<string> {
  const plans = [];
  for (const { text, values } of sent) {
    const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: Node }] }>({
      text: `explain (analyze, costs off, timing off, summary off, format json) ${text}`,
      values: [...values],
    });
    const [plan] = rows[0]?.["QUERY PLAN"] ?? [];
    if (plan) plans.push(["statement", ...linesOf(plan.Plan, 1)].join("\n"));
  }
  return plans.join("\n");
}

function linesOf(node: Node, depth: number): string[] {
  const isSilent = SILENT.includes(node["Node Type"]) || node["Actual Loops"] === 0;
  const name = [node["Node Type"], node["Index Name"] ?? node["Relation Name"]].filter(Boolean);
  const rows = Math.round(node["Actual Rows"] * node["Actual Loops"]);
  const removed = (node["Rows Removed by Filter"] ?? 0) * node["Actual Loops"];
  const told = `${name.join(" ")}: ${rows} rows${removed > 0 ? `, ${removed} left out` : ""}`;
  const below = (node.Plans ?? []).flatMap((plan) => linesOf(plan, isSilent ? depth : depth + 1));
  return isSilent ? below : [`${"  ".repeat(depth)}${told}`, ...below];
}
