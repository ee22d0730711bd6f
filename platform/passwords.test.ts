import { stat } from "node:fs/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { hashPassword, verifyPassword } from "better-auth/crypto";
import { afterAll, expect, test } from "vitest";
import { createPasswords } from "./passwords.server.ts";

const passwords = createPasswords();
afterAll(() => passwords.close());

test("hashes that were made before are understood, and the format stays", async () => {
  const password = "Été à l'eau ﬁne";
  const before = await hashPassword(password);
  expect(await passwords.verify("a", password, before)).toBe(true);
  expect(await passwords.verify("a", `${password} `, before)).toBe(false);
  const hash = await passwords.hash("a", password);
  expect(hash).toMatch(/^[\da-f]{32}:[\da-f]{128}$/);
  expect(await verifyPassword({ hash, password })).toBe(true);
  expect(await verifyPassword({ hash, password: "autre" })).toBe(false);
});

test("files and compression do not wait for passwords", async () => {
  const hash = await hashPassword("parenthese");
  let done = 0;
  const many = Array.from({ length: 20 }, async () => {
    await passwords.verify("a", "autre", hash);
    done += 1;
  });
  await Promise.all([promisify(gzip)("pause"), stat("package.json")]);
  // In Node's four shared threads, they would have come after sixteen.
  expect(done).toBeLessThan(15);
  await Promise.all(many);
});

test("a hash that is none fails and ends no thread", async () => {
  await expect(passwords.verify("a", "parenthese", "")).rejects.toThrow("no hash");
  expect(await passwords.verify("a", "parenthese", "00:00")).toBe(false);
});
