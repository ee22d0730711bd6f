import { expect, test } from "vitest";
import { freePorts, reachableAt, requireFreePort, requireOwnAddress } from "./ports.ts";

test.each(["127.0.0.1", "0.0.0.0", "localhost"])("%s can be listened on", async (host) => {
  await expect(requireOwnAddress(host)).resolves.toBeUndefined();
});

// Addresses that belong to nobody, by RFC 5737 and RFC 2606.
test.each(["203.0.113.1", "nowhere.invalid", "http://127.0.0.1", "127.0.0.1:3000"])(
  "%s is told as what was set wrongly",
  async (host) => {
    await expect(requireOwnAddress(host)).rejects.toThrow(`HOST=${host} is not usable (`);
  },
);

test.each([
  ["0.0.0.0", "http://127.0.0.1:3001"],
  ["::", "http://127.0.0.1:3001"],
  ["192.0.2.1", "http://192.0.2.1:3001"],
  ["::1", "http://[::1]:3001"],
])("what listens on %s is reached at %s", (host, url) => {
  expect(reachableAt(host, 3001)).toBe(url);
});

test("a port that no browser opens is refused, and any other free one is not", async () => {
  await expect(requireFreePort(6_000, "the site")).rejects.toThrow(
    "Port 6000 (the site) is opened by no browser",
  );
  await expect(requireFreePort(await freePorts(1), "the site")).resolves.toBeUndefined();
});
