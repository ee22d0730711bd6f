import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { root, say } from "./run.mjs";

const file = path.join(root, ".prepare.lock");

/**
 * Runs `work` while no other preparation of this clone is running: two `npm start` side by side must
 * not install into one folder. A folder that cannot be written to has nothing to protect.
 */
export async function withLock(work) {
  for (let waits = 0; ; waits++) {
    try {
      fs.writeFileSync(file, String(process.pid), { flag: "wx" });
      break;
    } catch (error) {
      if (error.code !== "EEXIST") return work();
      if (isAbandoned()) {
        fs.rmSync(file, { force: true });
        continue;
      }
      if (waits === 2) say("another preparation of this folder is running: waiting for it");
      await sleep(500);
    }
  }
  const release = () => fs.rmSync(file, { force: true });
  process.once("exit", release);
  try {
    return await work();
  } finally {
    process.off("exit", release);
    release();
  }
}

/** Whether the process that took the lock is gone (a kill -9 leaves the file behind). */
function isAbandoned() {
  try {
    const pid = Number(fs.readFileSync(file, "utf8"));
    if (pid === 0) return false; // The file is being written at this very moment.
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === "ESRCH";
  }
}
