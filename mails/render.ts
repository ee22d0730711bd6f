import type { RenderPush } from "#core/notifications/push/schema.ts";
import type { RenderMail } from "#core/notifications/schema.ts";
import { mailOf } from "./kinds.ts";
import type { Platform } from "./template.tsx";

export const mailsOf =
  (platform: Platform): RenderMail =>
  (ctx, mail) =>
    mailOf(mail.kind).render(ctx, mail, platform);

export const renderPush: RenderPush = (ctx, mail) => mailOf(mail.kind).renderPush(ctx, mail);
