import fc from "fast-check";
import { SEED, size } from "./size.ts";

/* Hostile or broken input, and numbers that JSON knows and JavaScript's own writer does not. */

const RAW_NUMBERS = ["-0", "1e400", "-1e400", "1e-400", "9007199254740993", "0.1e1"];
const rawMark = (number: string) => `\u0001raw:${number}\u0001`;

/** JSON in which {@link hostileValue}'s numbers stand as they were meant, `1e400` included. */
export function toJson(value: unknown): string {
  return JSON.stringify(value).replace(/"\\u0001raw:([^\\]+)\\u0001"/g, "$1");
}

/** Would be a hole wherever it came back as it is. */
const SCRIPT = "</script><script>alert(1)</script>";

export const HOSTILE_TEXTS = [
  SCRIPT,
  '"><img src=x onerror=alert(1)>',
  "%",
  "_",
  "\\",
  "%' or 1=1 --",
  "';drop table users;--",
  "\0",
  "a\0b",
  "\ud800",
  "a\udfffb",
  "\u202Eexe.gpj",
  "\u200b",
  "é".normalize("NFD").repeat(50),
  "🧘‍♀️".repeat(40),
  "a\r\nBcc: victim@example.com",
  "a@example.fr\r\nBcc: victim@example.com",
  "a@example.fr, b@example.fr",
  "//evil.example",
  "/\\evil.example",
  "https://evil.example/",
  "javascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "../../../../etc/passwd",
  "__proto__",
  "constructor",
  "{{7*7}}",
  "$" + "{7*7}",
  "=cmd|' /C calc'!A0",
  "275760-09-13",
  "275760-09-13T00:00:00.000Z",
  "+275760-09-13T00:00:00.001Z",
  "0000-00-00",
  "2026-02-30",
  "2026-12-31T24:00:00Z",
  "-000001-01-01T00:00:00Z",
  "25:61",
  "NaN",
  "-1",
  "1e400",
  "0x10",
  "00000000-0000-0000-0000-000000000000",
  "",
  " ",
  "\t\r\n",
];

/** Nearly all that one request may weigh: rare, for they are slow to send. */
const longText = fc.constantFrom(
  "a".repeat(900_000),
  "é".repeat(300_000),
  "a@".repeat(200_000),
  "<".repeat(200_000),
);

export const hostileText = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
  { weight: 6, arbitrary: fc.string({ unit: "binary", maxLength: 60 }) },
  { weight: 1, arbitrary: longText },
);

export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 10, arbitrary: hostileText },
  { weight: 2, arbitrary: fc.constantFrom(...RAW_NUMBERS).map(rawMark) },
  { weight: 2, arbitrary: fc.constantFrom(null, true, false, -1, 2 ** 31, 2 ** 53, 1.5, 0) },
  { weight: 1, arbitrary: fc.constantFrom([], {}, [null], [[]], { $gt: "" }) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

/** As it stands in an address. */
export const encode = (text: string) => encodeURIComponent(text.toWellFormed());

/** An address of the network that nobody routes, so that no caller uses up another's tries. */
export function addressOf24(number: number): string {
  return [10, number >> 16, (number >> 8) & 255, number & 255].join(".");
}

/** Several at a time in the full run: most of what they wait for is not this thread. */
const LANES = size(1, 4);

/** Tries what may be sent, with as many inputs as the run is large; a failure names its seed. */
export async function tryAll<Sent>(
  sent: fc.Arbitrary<Sent>,
  attempt: (sent: Sent) => Promise<void>,
): Promise<void> {
  const numRuns = size(8, 2_000) / LANES;
  const lanes = Array.from({ length: LANES }, (_, lane) =>
    fc.assert(fc.asyncProperty(sent, attempt), { numRuns, seed: SEED + lane }),
  );
  const ended = await Promise.allSettled(lanes);
  const failed = ended.find((lane) => lane.status === "rejected");
  if (failed) throw failed.reason;
}

/** No answer may take longer, whatever was sent; generous, for machines that do much else. */
export const PATIENCE = 10_000;

/** Traces of an unforeseen failure in an answer; bounded, for answers of one long word. */
const TRACE = /\bat .{1,300}:\d+:\d+|\b\w{0,40}Error: |\b(?:select|insert|update) .{1,2000}"\."/;
/** Words of libraries: what people read is French. */
const ENGLISH = /\b(the|must|invalid|expected|received|required|cannot|unrecognized|failed|not)\b/i;

/** Why nobody should get this answer; null when it is sound. */
export function flawOf(status: number, body: string): string | null {
  if (status >= 500) return `status ${status}`;
  if (body.includes(SCRIPT) && !isJson(body)) return "a script comes back as it was sent";
  const trace = TRACE.exec(body.slice(0, 100_000));
  return status >= 400 && trace && !isJson(body) ? `betrays « ${trace[0].trim()} »` : null;
}

function isJson(body: string): boolean {
  return /^[[{"]/.test(body);
}

/** The same for an error of the API: its shape, and in which language it speaks. */
export function refusalFlawOf(status: number, body: string): string | null {
  if (status < 400) return null;
  const { error } = JSON.parse(body);
  if (typeof error?.code !== "string" || typeof error.request_id !== "string") return "no error";
  const told = [error.message, ...Object.values(error.fields ?? {}).flat()].map(String);
  const foreign = told.find((sentence) => sentence === "" || ENGLISH.test(sentence));
  if (foreign !== undefined) return `says « ${foreign} »`;
  return TRACE.test(told.join("\n")) ? "betrays where it happened" : null;
}
