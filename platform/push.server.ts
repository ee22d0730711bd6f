import { createECDH, createPublicKey } from "node:crypto";
import { sql } from "drizzle-orm";
import { newId } from "./ids.server.ts";
import type { Outside } from "./outside-requests.server.ts";
import type { Database } from "./postgres.server.ts";

export interface PushDevice {
  endpoint: string;
  /** P-256, 65 bytes in base64url. */
  p256dh: string;
  /** 16 bytes in base64url. */
  auth: string;
}

export interface PushMessage {
  title: string;
  text: string;
  path: string;
  /** Replaces an earlier one with the same mark. */
  tag: string;
}

export interface Pusher {
  /** Base64url; null where nothing is sent. */
  publicKey: string | null;
  /** Stays on this site; « gone » is final, `seconds` its lifetime. @throws Error to be retried. */
  send(
    device: PushDevice,
    message: PushMessage,
    about: { to: string; seconds: number },
  ): Promise<"taken" | "gone">;
}

/** Within the time of a job. */
const PATIENCE = 8_000;

/** A device that is gone (RFC 8030, 7.3). */
const GONE = new Set([404, 410]);

export function createPusher(
  outside: Outside,
  { privateKey, contact }: { privateKey: string; contact: string },
): Pusher {
  const publicKey = publicKeyOf(privateKey);
  const vapidDetails = { subject: `mailto:${contact}`, publicKey, privateKey };
  return {
    publicKey,
    async send({ endpoint, p256dh, auth }, message, { seconds }) {
      const { default: webPush } = await import("web-push");
      const { headers, body } = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        JSON.stringify(message),
        { vapidDetails, TTL: seconds, urgency: "high", contentEncoding: "aes128gcm" },
      );
      const written = Object.entries(headers).map(([name, value]) => [name, String(value)]);
      const status = await outside.send(endpoint, {
        headers: Object.fromEntries(written),
        body: body as Buffer,
        timeoutMs: PATIENCE,
      });
      if (status >= 200 && status < 300) return "taken";
      if (GONE.has(status)) return "gone";
      throw new Error(`the push service answered ${status}`);
    },
  };
}

function publicKeyOf(privateKey: string): string {
  const pair = createECDH("prime256v1");
  pair.setPrivateKey(Buffer.from(privateKey, "base64url"));
  return pair.getPublicKey("base64url");
}

export function isDeviceKey(p256dh: string): boolean {
  const point = Buffer.from(p256dh, "base64url");
  const x = point.subarray(1, 33).toString("base64url");
  const y = point.subarray(33).toString("base64url");
  try {
    createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" });
    return true;
  } catch {
    return false;
  }
}

export function createPushCatcher(db: Database, privateKey: string | null): Pusher {
  return {
    publicKey: privateKey && publicKeyOf(privateKey),
    async send(_device, { title, text, path }, { to }) {
      await db.execute(sql`insert into demo_mails (id, "to", subject, text, html, channel)
        values (${newId()}, ${to}, ${title}, ${`${text}\n${path}`}, '', 'push')`);
      return "taken";
    },
  };
}
