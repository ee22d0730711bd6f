import type { IncomingMessage } from "node:http";
import { describe, expect, test } from "vitest";
import { createAddressReader } from "./client-address.server.ts";

function incoming(remoteAddress: string, headers: Record<string, string> = {}) {
  return { socket: { remoteAddress }, headers } as unknown as IncomingMessage;
}

describe("who is calling", () => {
  const forwarded = { "x-forwarded-for": "203.0.113.9, 10.0.0.7", "x-forwarded-proto": "https" };

  test("nobody is trusted: the peer is the caller, whatever it says", () => {
    expect(createAddressReader([])(incoming("198.51.100.4", forwarded))).toEqual({
      address: "198.51.100.4",
      protocol: "http",
    });
  });

  test("a trusted proxy vouches for the address before it and for TLS", () => {
    const read = createAddressReader(["loopback"]);
    expect(read(incoming("127.0.0.1", forwarded))).toEqual({
      address: "10.0.0.7",
      protocol: "https",
    });
  });

  test("a chain of trusted proxies is followed to the first stranger", () => {
    const read = createAddressReader(["loopback", "10.0.0.0/8"]);
    expect(read(incoming("127.0.0.1", forwarded)).address).toBe("203.0.113.9");
  });
});
