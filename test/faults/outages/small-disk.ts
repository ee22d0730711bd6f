import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

export interface SmallDisk {
  folder: string;
  /** Leaves not a byte of room. */
  fill(): void;
  /** Gives the room back. */
  free(): void;
  close(): void;
}

/** A disk of this many megabytes, in memory; a sentence where this machine lets us make none. */
export function openSmallDisk(megabytes: number): SmallDisk | string {
  if (os.platform() !== "linux" || process.getuid?.() !== 0) {
    return "a disk of a size of its own is mounted by root, on Linux";
  }
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "parenthese-small-"));
  const options = ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=755`, "tmpfs", folder];
  const mounted = spawnSync("mount", options, { encoding: "utf8" });
  if (mounted.status !== 0) {
    fs.rmdirSync(folder);
    return `no disk could be mounted: ${mounted.error?.message ?? mounted.stderr.trim()}`;
  }
  const ballast = path.join(folder, "ballast");
  return {
    folder,
    fill() {
      const file = fs.openSync(ballast, "a");
      try {
        for (const size of [1024 * 1024, 4096, 1]) fillWith(file, Buffer.alloc(size));
      } finally {
        fs.closeSync(file);
      }
    },
    free: () => fs.rmSync(ballast),
    close() {
      spawnSync("umount", ["--lazy", folder]);
      fs.rmdirSync(folder);
    },
  };
}

function fillWith(file: number, bytes: Buffer): void {
  try {
    for (;;) if (fs.writeSync(file, bytes) < bytes.length) return;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  }
}
