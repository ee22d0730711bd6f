import type { Context } from "#core/context.server.ts";
import { drawQr } from "#platform/qr.server.ts";
import * as addresses from "#site/addresses.ts";

export function drawPresenceQr({ config }: Context, { id, code }: { id: string; code: string }) {
  return drawQr(`${config.appUrl}${addresses.presence(id)}?code=${code}`);
}
