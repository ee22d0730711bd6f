import { createHash, randomBytes, randomUUIDv7, timingSafeEqual } from "node:crypto";

let newest = "";

/** UUID version 7 (RFC 9562), which keeps indexes compact and ids in order. */
export function newId(): string {
  const drawn = randomUUIDv7();
  newest = drawn > newest ? drawn : `${following(newest)}${drawn.slice(18)}`;
  return newest;
}

/** Increments the part before the last 62 random bits (RFC 9562, 6.2, method 1). */
function following(id: string): string {
  const [time, count] = [id.slice(0, 13).replace("-", ""), id.slice(15, 18)];
  const next = (BigInt(`0x${time}${count}`) + 1n).toString(16).padStart(15, "0");
  return `${next.slice(0, 8)}-${next.slice(8, 12)}-7${next.slice(12)}`;
}

export function shortenId(id: string): string {
  return Buffer.from(id.replaceAll("-", ""), "hex").toString("base64url");
}

export function readShortId(code: string): string {
  const hex = Buffer.from(code, "base64url").toString("hex");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** 256 random bits, of which only the hash is stored. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** SHA-256 in base64url, for random secrets and never for passwords. */
export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}

/** Compares in constant time. */
export function matchesHash(secret: string, hash: string): boolean {
  const left = Buffer.from(hashSecret(secret));
  const right = Buffer.from(hash);
  return left.length === right.length && timingSafeEqual(left, right);
}
