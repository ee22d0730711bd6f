import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readKeys, readSecrets } from "./data-folder.ts";

let place = "";
beforeAll(() => {
  place = fs.mkdtempSync(path.join(os.tmpdir(), "parenthese-folder-"));
  fs.writeFileSync(path.join(place, "file"), "");
});
afterAll(() => fs.rmSync(place, { recursive: true }));

/**
 * Opens a folder in a process of its own, because an open that never returns would hang the test.
 */
function open(dataDir: string) {
  const script = `
    import { openDataFolder } from "./launch/data-folder.ts";
    try { openDataFolder(process.env.FOLDER); } catch (error) { console.log(error.message); }`;
  const { status, stdout } = spawnSync(
    process.execPath,
    ["--input-type=module-typescript", "-e", script],
    { env: { FOLDER: dataDir }, encoding: "utf8", timeout: 20_000 },
  );
  return { status, said: stdout.trim() };
}

/** @returns what the file of a folder's secrets holds after a start. */
function start(folder: string): Record<string, string> {
  readSecrets(folder);
  return JSON.parse(fs.readFileSync(path.join(folder, "secrets.json"), "utf8"));
}

describe("the secrets of a folder", () => {
  test("are made once, the keys of notifications and of what is sealed with them, and stay", () => {
    const folder = fs.mkdtempSync(path.join(place, "new-"));
    const made = start(folder);
    expect(made.vapidPrivateKey).toMatch(/^[\w-]{43}$/);
    expect(made.encryptionKey).toMatch(/^[\w-]{43}$/);
    expect(start(folder)).toEqual(made);
    expect(readKeys(folder)).toEqual({
      VAPID_PRIVATE_KEY: made.vapidPrivateKey,
      ENCRYPTION_KEY: made.encryptionKey,
    });
  });
});

describe("the data folder", () => {
  test("is made with the folders above it, and found again", () => {
    const folder = path.join(place, "far", "away");
    for (const _ of ["made", "found"]) expect(open(folder)).toEqual({ status: 0, said: "" });
    expect(fs.readdirSync(folder).sort()).toEqual(["logs", "run"]);
  });

  // Under /proc nothing can be made, and the system says that the folder above is missing.
  test.each(["/proc/parenthese/data", "file/data"])("is refused at %s, at once", (where) => {
    const folder = path.resolve(place, where);
    const { status, said } = open(folder);
    expect(status).toBe(0);
    expect(said).toMatch(
      new RegExp(`^The folder ${folder} cannot be written to \\(E[A-Z]+\\): .+\\.$`),
    );
  });
});
