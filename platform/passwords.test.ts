import { stat } from "node:fs/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { hashNow } from "./password-thread.ts";
import { createPasswords } from "./passwords.server.ts";

const passwords = createPasswords();
afterAll(() => passwords.close());

test("hashes that were made before are understood, and the format stays", async () => {
  const password = "Été à l'eau ﬁne";
  // As Better Auth 1.7.7 made it, by which the first passwords were hashed.
  const before =
    "8f68bca3431626643d6d83f31f95edb2:4fb054e4cbda290dbd63e168238ecba86ec4534497f8bcf2d60c6a700f6f67b2a7d75a9cc31917c5e2d16e8f03c327df4083d7efd85c3c43976c1091eb0d97ac";
  expect(await passwords.verify("a", password, before)).toBe(true);
  expect(await passwords.verify("a", `${password} `, before)).toBe(false);
  const hash = await passwords.hash("a", password);
  expect(hash).toMatch(/^[\da-f]{32}:[\da-f]{128}$/);
  expect(await passwords.verify("a", password, hash)).toBe(true);
  expect(await passwords.verify("a", "autre", hash)).toBe(false);
});

test("files and compression do not wait for passwords", async () => {
  const hash = hashNow("parenthese");
  let done = 0;
  const many = Array.from({ length: 20 }, async () => {
    await passwords.verify("a", "autre", hash);
    done += 1;
  });
  await Promise.all([promisify(gzip)("pause"), stat("package.json")]);
  // In Node's four shared threads, they would have come after sixteen.
  expect(done).toBeLessThan(15);
  // On a busy machine the last of them are refused, which is another test's concern.
  await Promise.allSettled(many);
});

test("a hash that is none fails and ends no thread", async () => {
  await expect(passwords.verify("a", "parenthese", "")).rejects.toThrow("no hash");
  expect(await passwords.verify("a", "parenthese", "00:00")).toBe(false);
});
