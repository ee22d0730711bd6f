import type { RenderPush } from "#core/notifications/push/schema.ts";
import type { MailTemplates } from "#core/notifications/schema.ts";
import { mailOf } from "./kinds.ts";
import type { Platform } from "./template.tsx";

export const mailsOf = (platform: Platform): MailTemplates => ({
  render: (ctx, mail) => mailOf(mail.kind).render(ctx, mail, platform),
  onDrop: (tx, mail) => mailOf(mail.kind).onDrop(tx, mail),
});

export const renderPush: RenderPush = (ctx, mail) => mailOf(mail.kind).renderPush(ctx, mail);
