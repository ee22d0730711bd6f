import { z } from "zod";
import type { Context } from "../../context.server.ts";
import type { PushKind } from "../labels.ts";
import type { QueuedMail } from "../schema.ts";

/** As `PushSubscription.toJSON()` gives it. */
export const deviceInput = z.object({
  endpoint: z
    .url({ protocol: /^https$/, error: "L'adresse de l'appareil commence par https://" })
    .max(1_000, "L'adresse de l'appareil est trop longue"),
  keys: z.object({
    // An uncompressed point begins with the byte 4.
    p256dh: z.string().regex(/^B[\w-]{86}$/, "La clé de l'appareil n'est pas valable"),
    auth: z.string().regex(/^[\w-]{22}$/, "Le secret de l'appareil n'est pas valable"),
  }),
});
export type DeviceInput = z.infer<typeof deviceInput>;

export interface DeviceView {
  id: string;
  name: string;
  agreedAt: Date;
  isCurrent: boolean;
}

export interface PushText {
  title: string;
  text: string;
  /** Within the site. */
  path: string;
  /** Later it would be wrong. */
  goodUntil: Date;
}

/** Passed in by the worker, as the words need other capabilities; null: it is pointless. */
export type RenderPush = (ctx: Context, mail: QueuedMail<PushKind>) => Promise<PushText | null>;
