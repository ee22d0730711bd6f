import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { newId } from "#platform/ids.server.ts";
import { makeCancelToken, readCancelToken } from "./cancel-token.server.ts";

const newKeys = (previousEncryptionKey: string | null = null) => ({
  encryptionKey: randomBytes(32).toString("base64url"),
  previousEncryptionKey,
});

test("a cancel address is of its own payment, by this installation's key or the one before", () => {
  const [keys, id, another] = [newKeys(), newId(), newId()];
  const token = makeCancelToken(keys, id);
  expect(readCancelToken(keys, token)).toBe(id);
  expect(readCancelToken(newKeys(keys.encryptionKey), token)).toBe(id);
  expect(readCancelToken(newKeys(), token)).toBeNull();
  const [code, signature] = token.split(".");
  const [otherCode] = makeCancelToken(keys, another).split(".");
  const forged = [
    "",
    id,
    another,
    `${code}.`,
    `${code}.${signature}x`,
    `${otherCode}.${signature}`,
  ];
  for (const wrong of forged) expect(readCancelToken(keys, wrong), wrong).toBeNull();
});
