/**
 * A page of paper as a PDF that every viewer opens: a heading, and lines below it.
 *
 * @param lines in letters that Latin-1 has.
 */
export function paperOf(heading: string, lines: readonly string[]): File {
  const hex = (text: string) => `<${Buffer.from(text, "latin1").toString("hex")}>`;
  const content = [
    `BT /F1 34 Tf 72 720 Td ${hex(heading)} Tj ET`,
    ...lines.map((line, at) => `BT /F1 16 Tf 72 ${650 - at * 32} Td ${hex(line)} Tj ET`),
  ].join("\n");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding /WinAnsiEncoding >>",
  ];
  let text = "%PDF-1.4\n";
  const places = objects.map((object, at) => {
    const place = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  text += `trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.indexOf("xref")}\n%%EOF\n`;
  return new File([text], `${heading.toLowerCase()}.pdf`, { type: "application/pdf" });
}
