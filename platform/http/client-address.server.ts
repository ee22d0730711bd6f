import type { IncomingMessage } from "node:http";
import ipaddr from "ipaddr.js";
import proxyAddress from "proxy-addr";

export interface ClientAddress {
  /** Nearest untrusted address ({@link networkOf}). */
  address: string;
  protocol: "http" | "https";
}

/** Believes headers only from `TRUSTED_PROXIES` (addresses, subnets, loopback, linklocal…). */
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

/** The unit of limits: IPv4, or the IPv6 /64 that a provider gives one customer. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const network = new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]);
  return `${network.toRFC5952String()}/64`;
}
