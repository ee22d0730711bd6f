import type { IncomingMessage } from "node:http";
import proxyAddress from "proxy-addr";

export interface ClientAddress {
  /** The nearest address that no trusted proxy vouches past. */
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
      address: proxyAddress(request, trusts) ?? peer,
      protocol: forwarded === "https" && trusts(peer, 0) ? "https" : "http",
    };
  };
}
