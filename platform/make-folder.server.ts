import fs from "node:fs";
import path from "node:path";

/** Node's `recursive` loops for ever under /proc. @throws the system's error. */
export function makeFolder(folder: string, mode?: number): void {
  if (fs.existsSync(folder)) return;
  makeFolder(path.dirname(folder), mode);
  try {
    fs.mkdirSync(folder, { mode });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
