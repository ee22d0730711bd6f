import fs from "node:fs";
import path from "node:path";
import { Failure } from "./run.mjs";

/** Words that only the server's code, its libraries or its secrets contain. */
const SERVER_WORDS = [
  ...["better-auth", "drizzle-orm", "pg-boss", "nodemailer", "rate-limiter-flexible"],
  ...["node:crypto", "node:fs", "node:async_hooks", "AsyncLocalStorage"],
  ...["DATABASE_URL", "STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET", "SMTP_URL"],
  ...["constructEvent", "application_fee_amount", "FOR UPDATE", "pg_advisory"],
];

/**
 * The last guard of the wall between server and browser: nothing of the server's may have been built
 * into what browsers download.
 */
export function checkClientAssets(folder) {
  const files = fs
    .readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(js|css|html|map)$/.test(name));
  if (!files.some((name) => name.endsWith(".js"))) throw new Failure(`${folder} has no script.`);
  for (const name of files) {
    const text = fs.readFileSync(path.join(folder, name), "utf8");
    const word = SERVER_WORDS.find((candidate) => text.includes(candidate));
    if (word) throw new Failure(`${name} contains « ${word} », which is the server's.`);
  }
}
