import type { IncomingMessage } from "node:http";
import { describe, expect, test } from "vitest";
import { createAddressReader, networkOf } from "./client-address.server.ts";

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

  test("IPv6 is its /64, behind a proxy and without", () => {
    const peer = "2001:db8:1:2:aaaa:bbbb:cccc:dddd";
    expect(createAddressReader([])(incoming(peer)).address).toBe("2001:db8:1:2::/64");
    const read = createAddressReader(["loopback"]);
    const behind = incoming("127.0.0.1", { "x-forwarded-for": peer });
    expect(read(behind).address).toBe("2001:db8:1:2::/64");
  });
});

describe("the network by which limits count", () => {
  test.each([
    ["203.0.113.9", "203.0.113.9"],
    ["::ffff:203.0.113.9", "203.0.113.9"],
    ["2001:db8:1:2::1", "2001:db8:1:2::/64"],
    ["2001:0DB8:0001:0002:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"],
    ["2001:db8:1:3::1", "2001:db8:1:3::/64"],
    ["2001:db8::1", "2001:db8::/64"],
    ["fe80::1%eth0", "fe80::/64"],
    ["::1", "::/64"],
    ["unknown", "unknown"],
  ])("of %s is %s", (address, network) => expect(networkOf(address)).toBe(network));
});
