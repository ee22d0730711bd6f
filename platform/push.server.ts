import { createECDH, createPublicKey } from "node:crypto";
import { sql } from "drizzle-orm";
import { newId } from "./ids.server.ts";
import type { Outside } from "./outside-requests.server.ts";
import type { Database } from "./postgres.server.ts";

/** A browser that asked to be told: its address at its vendor's push service, and its keys. */
export interface PushDevice {
  endpoint: string;
  /** Its public key on the curve P-256, 65 bytes in base64url. */
  p256dh: string;
  /** 16 bytes in base64url. */
  auth: string;
}

/** All that a notification says. */
export interface PushMessage {
  title: string;
  text: string;
  /** The page that it opens, an address within the site. */
  path: string;
  /** A later notification with the same mark takes its place. */
  tag: string;
}

export interface Pusher {
  /** The key that browsers subscribe with, in base64url; null where nothing is sent. */
  publicKey: string | null;
  /**
   * Hands a notification to the device's push service, encrypted so that only the device reads it.
   *
   * @param to the e-mail of the device's owner, which does not leave the site.
   * @param seconds for which the service keeps it while the device is away.
   * @returns « gone » when the device wants none any more, or its address is none.
   * @throws Error when it may be tried again.
   */
  send(
    device: PushDevice,
    message: PushMessage,
    about: { to: string; seconds: number },
  ): Promise<"taken" | "gone">;
}

/** Longer than a push service takes, well within the time of a job. */
const PATIENCE = 8_000;

/** The statuses that say that a device is not there any more (RFC 8030, 7.3). */
const GONE = new Set([404, 410]);

/** @param contact an e-mail for push services to complain to. */
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

/** Whether a text is the public key of a device: a point of the curve, and not only of its length. */
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

/** Sends nothing anywhere: in the demo notifications lie beside its mails, under /demo/mails. */
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
