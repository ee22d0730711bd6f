import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readSecrets } from "./data-folder.ts";

let place = "";
beforeAll(() => {
  place = fs.mkdtempSync(path.join(os.tmpdir(), "parenthese-join-"));
});
afterAll(() => fs.rmSync(place, { recursive: true }));

/** Joins beside a database of one's own, with this data folder and nothing else. */
function join(dataDir: string) {
  return spawnSync(process.execPath, ["launch/join-launch.ts", "build/server/cli.js", "check"], {
    env: {
      DATABASE_URL: "postgres://localhost/unused",
      DATA_DIR: dataDir,
      // Set here, so that a `.env` in the folder does not answer for us.
      ...{ STRIPE_SECRET_KEY: "", STRIPE_WEBHOOK_SECRET: "", STRIPE_CONNECT_WEBHOOK_SECRET: "" },
      ...{ SMTP_URL: "", ENCRYPTION_KEY: "" },
    },
    encoding: "utf8",
  });
}

test("says in a line each what it misses beside a database of one's own, without a trace", () => {
  const { status, stdout, stderr } = join(path.join(place, "none"));
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr.trimEnd().split("\n")).toEqual([
    "The configuration is not usable:",
    "  STRIPE_SECRET_KEY: needed",
    "  STRIPE_WEBHOOK_SECRET: needed",
    "  STRIPE_CONNECT_WEBHOOK_SECRET: needed",
    "  SMTP_URL: needed, as smtps://user:password@host",
    "  ENCRYPTION_KEY: needed, as 32 bytes in base64url, 43 characters",
  ]);
});

test("takes the keys that a start from the same folder has made", () => {
  readSecrets(place);
  const { status, stderr } = join(place);
  expect(status).toBe(1);
  expect(stderr).toContain("SMTP_URL");
  expect(stderr).not.toContain("ENCRYPTION_KEY");
});
