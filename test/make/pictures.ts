import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import sharp, { type Sharp } from "sharp";
import { makeConfig } from "./context.ts";

/** A plain picture of this size, not encoded yet. */
export function makePicture(width = 1200, height = 900, background = "#a94b28"): Sharp {
  return sharp({ create: { width, height, channels: 3, background } });
}

export async function jpeg(picture: Sharp = makePicture()): Promise<Buffer> {
  return picture.jpeg().toBuffer();
}

/** A file as a browser or a program sends it. */
export function fileOf(bytes: Uint8Array | string, name = "photo.jpg", type = "image/jpeg"): File {
  return new File([typeof bytes === "string" ? bytes : Uint8Array.from(bytes)], name, { type });
}

/** A configuration whose files are in a folder of its own; `remove` it when done. */
export async function makeFilesConfig() {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "parenthese-files-"));
  return {
    config: makeConfig({ dataDir }),
    remove: () => rm(dataDir, { recursive: true }),
  };
}
