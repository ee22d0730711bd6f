// Writes the pictures of public/ that a phone's home screen shows, from public/favicon.svg:
// npm run icons.

import fs from "node:fs";
import path from "node:path";
import sharp from "sharp";

const folder = path.join(import.meta.dirname, "../public");
const mark = fs.readFileSync(path.join(folder, "favicon.svg"), "utf8");
// Phones cut a maskable picture to their own shape: its ground reaches the edges, and the mark
// already stands within the middle circle of four fifths that none of them cuts.
const uncut = mark.replace(' rx="8"', "");
if (uncut === mark) throw new Error("public/favicon.svg has no rounded ground any more");

for (const { file, drawing, size } of [
  { file: "icon-192.png", drawing: mark, size: 192 },
  { file: "icon-512.png", drawing: mark, size: 512 },
  { file: "icon-maskable.png", drawing: uncut, size: 512 },
]) {
  // The drawing is 32 units wide, at 72 dots per inch.
  await sharp(Buffer.from(drawing), { density: (72 * size) / 32 })
    .resize(size)
    .png({ palette: true, compressionLevel: 9 })
    .toFile(path.join(folder, file));
}
