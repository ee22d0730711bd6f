import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

test("says in a line each what it misses beside a database of one's own, without a trace", () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["launch/join-launch.ts", "build/server/cli.js", "check"],
    {
      env: {
        DATABASE_URL: "postgres://localhost/unused",
        // Set here, so that a `.env` in the folder does not answer for us.
        ...{ STRIPE_SECRET_KEY: "", STRIPE_WEBHOOK_SECRET: "", STRIPE_CONNECT_WEBHOOK_SECRET: "" },
        SMTP_URL: "",
      },
      encoding: "utf8",
    },
  );
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr.trimEnd().split("\n")).toEqual([
    "The configuration is not usable:",
    "  STRIPE_SECRET_KEY: needed",
    "  STRIPE_WEBHOOK_SECRET: needed",
    "  STRIPE_CONNECT_WEBHOOK_SECRET: needed",
    "  SMTP_URL: needed, as smtps://user:password@host",
  ]);
});
