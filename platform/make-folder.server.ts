import fs from "node:fs";
import path from "node:path";

/**
 * Makes a folder, with those above it, unless it is there. Node's own way (`recursive`) tries for
 * ever where nothing can be made and the system calls it missing, as under /proc.
 *
 * @throws the system's error, with its `code`, where it cannot be made.
 */
export function makeFolder(folder: string, mode?: number): void {
  if (fs.existsSync(folder)) return;
  makeFolder(path.dirname(folder), mode);
  try {
    fs.mkdirSync(folder, { mode });
  } catch (error) {
    // Somebody else has just made it.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
