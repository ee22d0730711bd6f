import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CannotOpen, markOf, open, openByEither, seal } from "./seal.server.ts";

const SECRET = randomBytes(32).toString("base64url");

describe("what is sealed", () => {
  test("opens by the same key in the same place, whatever it is, and is never written alike", () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.string({ unit: "grapheme" }), (bytes, context) => {
        const sealed = seal(SECRET, bytes, context);
        expect(open(SECRET, sealed, context).equals(bytes)).toBe(true);
        expect(seal(SECRET, bytes, context).equals(sealed)).toBe(false);
      }),
    );
  });

  test("holds nothing of what it hides", () => {
    const sealed = seal(SECRET, Buffer.from("un secret tout à fait lisible"), "essai 1");
    expect(sealed.toString("latin1")).not.toContain("secret");
  });

  test("opens by no other key and in no other place", () => {
    const sealed = seal(SECRET, Buffer.from("diplôme"), "diploma 1");
    const another = randomBytes(32).toString("base64url");
    expect(() => open(another, sealed, "diploma 1")).toThrow(CannotOpen);
    expect(() => open(SECRET, sealed, "diploma 2")).toThrow(/« diploma 2 ».+ENCRYPTION_KEY/);
  });

  test("does not open with any of its bits changed, nor cut, nor of another format", () => {
    const sealed = seal(SECRET, Buffer.from("diplôme"), "diploma 1");
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      expect(() => open(SECRET, changed, "diploma 1"), `bit ${bit}`).toThrow(CannotOpen);
    }
    for (let length = 0; length < sealed.length; length += 1) {
      const cut = sealed.subarray(0, length);
      expect(() => open(SECRET, cut, "diploma 1"), `${length} bytes`).toThrow(CannotOpen);
    }
  });

  test("opens by the key of before while it is changed, and by no third one", () => {
    const another = randomBytes(32).toString("base64url");
    const sealed = seal(SECRET, Buffer.from("diplôme"), "diploma 1");
    const openBy = (encryptionKey: string, previousEncryptionKey: string | null) =>
      openByEither({ encryptionKey, previousEncryptionKey }, sealed, "diploma 1");
    expect(openBy(SECRET, another)).toMatchObject({ isCurrent: true });
    expect(openBy(another, SECRET)).toEqual({ bytes: Buffer.from("diplôme"), isCurrent: false });
    expect(() => openBy(another, null)).toThrow(CannotOpen);
    expect(() => openBy(another, randomBytes(32).toString("base64url"))).toThrow(CannotOpen);
    expect(markOf(SECRET)).toBe(markOf(SECRET));
    expect(markOf(SECRET)).not.toBe(markOf(another));
  });

  test("goes on opening in later releases", () => {
    const secret = "BoFAbHkXeJa5b3fM1GkcM6wAo6OKc8LxYrYq2yGZr3k";
    const sealed = Buffer.from(
      "AYr-IkZLGT7g1bNgU3UZqCXsfTaaGK_5oAbptH9IicEnEMts_M_Msw",
      "base64url",
    );
    expect(open(secret, sealed, "release 1").toString()).toBe("Parenthèse");
  });
});
