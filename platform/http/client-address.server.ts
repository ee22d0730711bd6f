import type { IncomingMessage } from "node:http";
import ipaddr from "ipaddr.js";
import proxyAddress from "proxy-addr";

export interface ClientAddress {
  /** The network of the nearest address that no trusted proxy vouches for ({@link networkOf}). */
  address: string;
  /** `https` when a trusted proxy says that it ended TLS. */
  protocol: "http" | "https";
}

/**
 * Reads who is calling. Forwarding headers count only when the peer is one of `TRUSTED_PROXIES`
 * (addresses, subnets, or the words loopback, linklocal, uniquelocal).
 */
export function createAddressReader(
  trustedProxies: string[],
): (request: IncomingMessage) => ClientAddress {
  const trusts = proxyAddress.compile(trustedProxies);
  return (request) => {
    const peer = request.socket.remoteAddress ?? "0.0.0.0";
    const forwarded = request.headers["x-forwarded-proto"];
    return {
      address: networkOf(proxyAddress(request, trusts) ?? peer),
      protocol: forwarded === "https" && trusts(peer, 0) ? "https" : "http",
    };
  };
}

/**
 * The unit by which limits count: an IPv4 address, or the /64 of an IPv6 one, which is the least
 * that a provider gives one customer, who may use every address in it. An IPv4 address written as
 * IPv6 by a dual socket is itself. Anything else is left as it is.
 *
 * @returns « 203.0.113.9 », « 2001:db8:1:2::/64 »
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const network = new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]);
  return `${network.toRFC5952String()}/64`;
}
