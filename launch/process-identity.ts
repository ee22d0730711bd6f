import { spawnSync } from "node:child_process";
import fs from "node:fs";

/** A process that is still the same one after its number has been given to another. */
export interface ProcessIdentity {
  pid: number;
  /** When it started, in whatever words this system has for it. */
  birth: string;
}

/** The process that has this number now; undefined when none has, or only a zombie. */
export function identify(pid: number): ProcessIdentity | undefined {
  const birth = fs.existsSync("/proc/self/stat") ? birthByProc(pid) : birthByPs(pid);
  return birth ? { pid, birth } : undefined;
}

/** Whether this very process still runs. */
export function isAlive({ pid, birth }: ProcessIdentity): boolean {
  return identify(pid)?.birth === birth;
}

/** proc(5): after the name in parentheses, field 3 is the state and field 22 the start in ticks. */
function birthByProc(pid: number): string | undefined {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (fields[0] === "Z" || fields[0] === "X") return undefined;
    // Ticks count from the boot: the same number may come again after the next one.
    const boot = fs.readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    return `${boot} ${fields[19]}`;
  } catch {
    return undefined;
  }
}

function birthByPs(pid: number): string | undefined {
  const { stdout } = spawnSync("ps", ["-o", "state=,lstart=", "-p", String(pid)], {
    encoding: "utf8",
  });
  const [state, ...start] = (stdout ?? "").trim().split(/\s+/);
  return state && !state.startsWith("Z") ? start.join(" ") : undefined;
}
