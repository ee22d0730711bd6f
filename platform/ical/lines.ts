export interface Line {
  /** Upper case. */
  name: string;
  parameters: Record<string, string>;
  value: string;
}

export interface Block {
  name: string;
  lines: Line[];
  source: string[];
}

export const lineOf = (lines: readonly Line[], wanted: string) =>
  lines.find(({ name }) => name === wanted);

export const textOf = (lines: readonly Line[], wanted: string) =>
  lineOf(lines, wanted)?.value.trim() ?? "";

const MAX_LINES = 2_000;
const READ = ["VEVENT", "VFREEBUSY", "VTIMEZONE"];

/** Unfolds before decoding, since a line may be cut inside a letter. */
export function decodeCalendar(bytes: Uint8Array, charset: string | null): string {
  const wide = { fffe: "utf-16le", feff: "utf-16be" }[
    Buffer.from(bytes.slice(0, 2)).toString("hex")
  ];
  if (wide) return unfold(decode(bytes, wide) ?? "");
  const raw = unfold(Buffer.from(bytes).toString("latin1"));
  const unfolded = Buffer.from(raw, "latin1");
  return (
    decode(unfolded, "utf-8") ??
    (charset && decode(unfolded, charset)) ??
    new TextDecoder("windows-1252").decode(unfolded)
  );
}

const unfold = (text: string) => text.replace(/\r\n?/g, "\n").replace(/\n[ \t]/g, "");

function decode(bytes: Uint8Array, charset: string): string | null {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

export function readBlocks(lines: readonly string[]): { own: Line[]; blocks: Block[] } {
  const own: Line[] = [];
  const blocks: Block[] = [];
  let open: Block | null = null;
  let depth = 0;
  for (const written of lines) {
    const line = readLine(written);
    if (!line) continue;
    const edge = line.value.trim().toUpperCase();
    if (line.name === "BEGIN" && READ.includes(edge)) {
      open = { name: edge, lines: [], source: [] };
      blocks.push(open);
      depth = 0;
    } else if (line.name === "END" && edge === open?.name) {
      open = null;
    } else if (!open) {
      own.push(line);
    } else {
      if (line.name === "BEGIN") depth += 1;
      if (depth === 0) open.lines.push(line);
      if (open.source.length < MAX_LINES) open.source.push(written);
      if (line.name === "END") depth -= 1;
    }
  }
  return { own, blocks };
}

const TIMES = /^\s*(?:DTSTART|DTEND|RECURRENCE-ID|EXDATE|RDATE|FREEBUSY)\b/i;
/** Some zone names have colons that programs do not quote. */
const BEFORE_TIME = /^([^:]*(?::(?!\s*\d{4}-?\d\d)[^:]*)*):(\s*\d{4}-?\d\d.*)$/;
const BEFORE_VALUE = /^((?:"[^"]*"|[^":])*):(.*)$/;

function readLine(written: string): Line | null {
  const [, head = "", value = ""] =
    (TIMES.test(written) && BEFORE_TIME.exec(written)) || BEFORE_VALUE.exec(written) || [];
  const name = /^\s*([\w-]+)\s*(?:;|$)/.exec(head)?.[1];
  if (!name) return null;
  const parameters = [...head.matchAll(/;\s*([\w-]+)\s*=\s*("[^"]*"|[^;]*)/g)].map(
    ([, key = "", text = ""]) => [key.toUpperCase(), text.trim().replace(/^"|"$/g, "")],
  );
  return { name: name.toUpperCase(), parameters: Object.fromEntries(parameters), value };
}
