// Runs `npm test`, or another command, as if it were another day: Node, PostgreSQL and Chromium all
// believe it. Without a day, one after the other on the days that have something about them.
//
//   npm run test:another-day [-- <day> [<command>]]
//
// A day is one in Paris, with an hour or at ten in the morning: 2027-03-28, 2027-03-28T01:50.

import { spawnSync } from "node:child_process";
import path from "node:path";
import { ensureChromium } from "./chromium.mjs";
import { endWith, Failure, root, run, stopWithParent } from "./run.mjs";

const NPM_TEST = [path.join(root, "node_modules", ".bin", "node"), "scripts/test.mjs"];

/** Those on which an outcome may change: far away, the year's last minutes, both clock changes. */
function worthTrying() {
  const now = Temporal.Now.zonedDateTimeISO("Europe/Paris").round("second");
  const midnight = now.with({ month: 12, day: 31 }).startOfDay().add({ days: 1 });
  const change = now.getTimeZoneTransition("next");
  const tenMinutes = { minutes: 10 };
  return [
    ["40 days on", now.add({ days: 40 })],
    ["13 months on", now.add({ months: 13 })],
    ["just before the year ends", midnight.subtract(tenMinutes)],
    ["just before the clocks change", change.subtract(tenMinutes)],
    ["just before they change back", change.getTimeZoneTransition("next").subtract(tenMinutes)],
  ];
}

function parseDay(text) {
  try {
    const hour = text.includes("T") ? "" : "T10:00";
    return ["asked for", Temporal.PlainDateTime.from(text + hour).toZonedDateTime("Europe/Paris")];
  } catch {
    throw new Failure(`« ${text} » is no day: write it as 2027-03-28 or 2027-03-28T01:50.`);
  }
}

function requireLibrary() {
  if (spawnSync("faketime", ["--version"]).status === 0) return;
  throw new Failure(
    "The time of other days is told by libfaketime, which is not installed: install the package « faketime » of your system (Debian: apt-get install faketime).",
  );
}

/** @returns whether the command succeeded */
async function runAt(time, command) {
  // An offset, and no fixed hour: every process starts from its own clock, which goes on.
  const offset = Math.ceil((time.epochMilliseconds - Date.now()) / 1000);
  const wrapper = ["-m", "--exclude-monotonic", "-f", offset < 0 ? `${offset}` : `+${offset}`];
  // Without it, Chromium wakes up all the time from waits that look over.
  const env = { ...process.env, FAKETIME_FORCE_MONOTONIC_FIX: "0" };
  const { code } = await run("faketime", [...wrapper, ...command], { show: true, env });
  return code === 0;
}

const say = (title, time) => `${time.toPlainDateTime().toString().slice(0, 16)} in Paris, ${title}`;

stopWithParent();
await endWith(async () => {
  const [day, ...command] = process.argv.slice(2);
  const days = day ? [parseDay(day)] : worthTrying();
  requireLibrary();
  // A download would be refused on a day for which no certificate is made.
  if (command.length === 0) await ensureChromium();
  const outcomes = [];
  for (const [title, time] of days) {
    console.log(`\n━━━━ ${say(title, time)}`);
    const passed = await runAt(time, command.length > 0 ? command : NPM_TEST);
    outcomes.push(`${passed ? "passed" : "failed"}: ${say(title, time)}`);
  }
  console.log(`\n${outcomes.join("\n")}`);
  return outcomes.every((line) => line.startsWith("passed"));
});
