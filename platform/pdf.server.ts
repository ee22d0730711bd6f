export interface PdfLine {
  text: string;
  /** Points. */
  size?: number;
}

const PAGE = { width: 595, height: 842, margin: 56 };
const SIZE = 11;
/** Average width of a letter of Helvetica, relative to its size. */
const LETTER = 0.5;

/** WinAnsi letters that stand elsewhere in Unicode. */
const ELSEWHERE: Record<string, number> = {
  ...{ "€": 0x80, "…": 0x85, Œ: 0x8c, "‘": 0x91, "’": 0x92, "“": 0x93, "”": 0x94 },
  ...{ "–": 0x96, "—": 0x97, œ: 0x9c, Ÿ: 0x9f },
};

/** Writes the same bytes for the same lines; unsupported letters become question marks. */
export function writePdf(lines: readonly PdfLine[]): Uint8Array {
  const pages: string[][] = [[]];
  let left = PAGE.height - 2 * PAGE.margin;
  for (const { text, size = SIZE } of lines) {
    for (const part of broken(text, (PAGE.width - 2 * PAGE.margin) / (size * LETTER))) {
      const height = size * 1.5;
      if (left < height) {
        pages.push([]);
        left = PAGE.height - 2 * PAGE.margin;
      }
      left -= height;
      const y = PAGE.margin + left;
      pages.at(-1)?.push(`BT /F1 ${size} Tf ${PAGE.margin} ${y} Td (${escaped(part)}) Tj ET`);
    }
  }
  return Buffer.from(assemble(pages.map((drawn) => drawn.join("\n"))), "latin1");
}

function broken(text: string, most: number): string[] {
  const parts = [""];
  for (const word of text.split(" ")) {
    const longer = parts.at(-1) ? `${parts.at(-1)} ${word}` : word;
    if (longer.length > most && parts.at(-1)) parts.push(word);
    else parts[parts.length - 1] = longer;
  }
  return parts;
}

function escaped(text: string): string {
  const plain = text.replaceAll(/[\u00a0\u202f]/g, " ");
  return Array.from(plain, (letter) => {
    if ("()\\".includes(letter)) return `\\${letter}`;
    const code = ELSEWHERE[letter] ?? letter.codePointAt(0) ?? 0;
    return code < 0x20 || code > 0xff ? "?" : String.fromCharCode(code);
  }).join("");
}

function assemble(pages: readonly string[]): string {
  const kids = pages.map((_, at) => `${4 + 2 * at} 0 R`).join(" ");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ...pages.flatMap((drawn, at) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * at} 0 R >>`,
      `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`,
    ]),
  ];
  let text = "%PDF-1.4\n";
  const places = objects.map((body, at) => {
    const place = text.length;
    text += `${at + 1} 0 obj\n${body}\nendobj\n`;
    return place;
  });
  const rows = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  return `${text}xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
}
