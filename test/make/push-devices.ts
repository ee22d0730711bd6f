import crypto from "node:crypto";
import type { IncomingMessage } from "node:http";
import { newId } from "#platform/ids.server.ts";
import { openStranger, type Stranger } from "./outside-servers.ts";

/** A browser that can be told: its description, and the way to read what only it can read. */
export interface TestDevice {
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  decrypt(body: Buffer): unknown;
}

/** A browser with real keys, at a push service of that name. */
export function makeDevice(host = "push.example.fr"): TestDevice {
  const pair = crypto.createECDH("prime256v1");
  const own = pair.generateKeys();
  const auth = crypto.randomBytes(16);
  return {
    subscription: {
      endpoint: `https://${host}/${newId()}`,
      keys: { p256dh: own.toString("base64url"), auth: auth.toString("base64url") },
    },
    decrypt(body) {
      // The header of RFC 8188: salt, record size, and the sender's public key (RFC 8291, 4).
      const salt = body.subarray(0, 16);
      const sender = body.subarray(21, 21 + (body[20] ?? 0));
      const sealed = body.subarray(21 + sender.length);
      const both = Buffer.concat([Buffer.from("WebPush: info\0"), own, sender]);
      const secret = crypto.hkdfSync("sha256", pair.computeSecret(sender), auth, both, 32);
      const derive = (info: string, bytes: number) =>
        Buffer.from(crypto.hkdfSync("sha256", Buffer.from(secret), salt, `${info}\0`, bytes));
      const key = derive("Content-Encoding: aes128gcm", 16);
      const reader = crypto.createDecipheriv(
        "aes-128-gcm",
        key,
        derive("Content-Encoding: nonce", 12),
      );
      reader.setAuthTag(sealed.subarray(-16));
      const opened = Buffer.concat([reader.update(sealed.subarray(0, -16)), reader.final()]);
      // A last record ends with a 2, and zeros.
      return JSON.parse(opened.subarray(0, opened.lastIndexOf(2)).toString());
    },
  };
}

/** A message that a push service was given. */
export interface PushedMessage {
  path: string;
  headers: IncomingMessage["headers"];
  body: Buffer;
}

/** A push service: a real HTTP server that takes everything, or answers with `status`. */
export async function openPushService(): Promise<{
  server: Stranger;
  status: number;
  taken: PushedMessage[];
}> {
  const service = { status: 201, taken: [] as PushedMessage[] };
  const server = await openStranger(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const { url: path = "", headers } = request;
    service.taken.push({ path, headers, body: Buffer.concat(parts) });
    response.writeHead(service.status).end();
  });
  return Object.assign(service, { server });
}
