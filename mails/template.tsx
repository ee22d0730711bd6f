import { render, toPlainText } from "@react-email/render";
import type { ReactNode } from "react";
import type { Context } from "#core/context.server.ts";
import type { MailKind, PushKind } from "#core/notifications/labels.ts";
import type { PushText } from "#core/notifications/push/schema.ts";
import type { DropMail, QueuedMail, RenderedMail } from "#core/notifications/schema.ts";
import { MailLayout } from "./parts.tsx";

/** The operator's legal details. */
export interface Platform {
  company: string;
  form: string;
  address: string;
  register: string;
}

export interface MailTemplate<View> {
  subject(view: View): string;
  preview(view: View): string;
  Body(view: View, platform: Platform): ReactNode;
  replyTo?(view: View): NonNullable<RenderedMail["replyTo"]>;
  attachments?(view: View): NonNullable<RenderedMail["attachments"]>;
}

export interface Mail<Kind extends MailKind = MailKind> {
  kind: Kind;
  /** Null when pointless, and then dropped. */
  render(ctx: Context, mail: QueuedMail<Kind>, platform: Platform): Promise<RenderedMail | null>;
  renderPush(ctx: Context, mail: QueuedMail<Kind>): Promise<PushText | null>;
  onDrop: DropMail<Kind>;
}

interface MailDefinition<Kind extends MailKind, View> extends MailTemplate<View> {
  /** Null when the mail has become pointless. */
  read(ctx: Context, mail: QueuedMail<Kind>): Promise<View | null>;
  onDrop?: DropMail<Kind>;
}

/** Omits codes and addresses, since anybody can read a locked screen. */
export type PushWords<View> = (view: View, now: Date) => PushText | null;

export function defineMail<const Kind extends MailKind, View>(
  kind: Kind,
  {
    read,
    push,
    onDrop = async () => {},
    ...template
  }: MailDefinition<Kind, View> &
    (Kind extends PushKind ? { push: PushWords<View> } : { push?: undefined }),
): Mail<Kind> {
  return {
    kind,
    onDrop,
    async render(ctx, mail, platform) {
      const view = await read(ctx, mail);
      if (view === null) return null;
      const html = await render(
        <MailLayout siteUrl={ctx.config.appUrl} preview={template.preview(view)}>
          {template.Body(view, platform)}
        </MailLayout>,
      );
      return {
        subject: template.subject(view),
        html,
        text: toPlainText(html),
        ...(template.replyTo && { replyTo: template.replyTo(view) }),
        attachments: template.attachments?.(view) ?? [],
      };
    },
    async renderPush(ctx, mail) {
      const view = push && (await read(ctx, mail));
      return view ? push(view, ctx.now()) : null;
    },
  };
}
