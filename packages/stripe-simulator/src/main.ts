#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type Option, options, readSettings } from "./state/settings.ts";

/** The command `stripe-simulator`: starts the simulator and runs until it is told to stop. */
async function main(): Promise<void> {
  // An older Node fails on the first import of node:sqlite, with a stack in place of a reason.
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < 22 || (major === 22 && minor < 18)) {
    throw new Error(`Node 22.18 or later is needed, and this is ${process.versions.node}.`);
  }
  const names = Object.keys(options) as Option[];
  const { values } = parseArgs({
    options: {
      help: { type: "boolean" },
      version: { type: "boolean" },
      ...Object.fromEntries(names.map((name) => [name, { type: "string" as const }])),
    },
  });
  if (values.version) return console.log(ownVersion());
  if (values.help) return console.log(help(names));

  const { startSimulator } = await import("./start.ts");
  const given = values as Partial<Record<Option, string>>;
  const { settings, stop } = await startSimulator(readSettings(process.env, given));
  console.log(`Stripe simulator ready on ${settings.publicUrl}`);
  if (settings.secretKey === options.key.fallback) console.log(firstSteps(settings.port));
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => stop().then(() => process.exit(0)));
  }
}

function help(names: Option[]): string {
  const lines = names.map((name) => {
    const { variable, fallback, means } = options[name];
    const otherwise = fallback ? `; otherwise ${fallback}` : "";
    return `  --${name.padEnd(24)}${means}\n${" ".repeat(28)}or ${variable}${otherwise}`;
  });
  return `stripe-simulator ${ownVersion()}: Stripe's HTTP API on your own machine

${lines.join("\n")}
  --help, --version`;
}

function firstSteps(port: number): string {
  return `
  new Stripe("${options.key.fallback}", { host: "127.0.0.1", port: ${port}, protocol: "http" })
  Switches and test cards: http://localhost:${port}/_simulator (its options: --help)`;
}

function ownVersion(): string {
  const file = new URL("../package.json", import.meta.url);
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
}

try {
  await main();
} catch (error) {
  console.error(`Stripe simulator: ${error instanceof Error ? error.message : error}`);
  process.exit(1);
}
