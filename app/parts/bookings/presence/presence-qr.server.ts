import type { Context } from "#core/context.server.ts";
import { drawQr } from "#platform/qr.server.ts";
import * as addresses from "#site/addresses.ts";

/** The QR of a booking's presence code, which the professional's camera opens, as an SVG. */
export function drawPresenceQr({ config }: Context, { id, code }: { id: string; code: string }) {
  return drawQr(`${config.appUrl}${addresses.presence(id)}?code=${code}`);
}
