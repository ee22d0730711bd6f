import fs from "node:fs";

const FOLDER = "/dev/shm";
/** A run of all tests holds some two gigabytes at once. */
const NEEDED_BYTES = 4 * 2 ** 30;

/**
 * Lets this process and its children put temporary files into memory where Linux has room for them:
 * copying a database there takes a tenth of the processor time that it takes on a disk.
 */
export function keepTemporaryFilesInMemory(): void {
  if (!fs.existsSync(FOLDER)) return;
  const { bavail, bsize } = fs.statfsSync(FOLDER);
  if (bavail * bsize >= NEEDED_BYTES) process.env.TMPDIR = FOLDER;
}
