import { render, toPlainText } from "@react-email/render";
import type { ReactNode } from "react";
import type { Context } from "#core/context.server.ts";
import type { MailKind, PushKind } from "#core/notifications/labels.ts";
import type { PushText } from "#core/notifications/push/schema.ts";
import type { QueuedMail, RenderedMail } from "#core/notifications/schema.ts";
import { MailLayout } from "./parts.tsx";

/** The site's operator, as the law wants it named. */
export interface Platform {
  company: string;
  form: string;
  address: string;
  register: string;
}

/**
 * The subject, preview and body of one kind of mail. `View` is the data that its reader found at
 * sending.
 */
export interface MailTemplate<View> {
  subject(view: View): string;
  /** The line that mailboxes show beside the subject. */
  preview(view: View): string;
  /** The content of the card: MailTitle, MailText, MailButton… */
  Body(view: View, platform: Platform): ReactNode;
  replyTo?(view: View): NonNullable<RenderedMail["replyTo"]>;
  attachments?(view: View): NonNullable<RenderedMail["attachments"]>;
}

/** A mail of the given kind: who reads what it says, and its words. */
export interface Mail<Kind extends MailKind = MailKind> {
  kind: Kind;
  /** Null when it has become pointless: it is dropped. */
  render(ctx: Context, mail: QueuedMail<Kind>, platform: Platform): Promise<RenderedMail | null>;
  /** The notification beside it; null without one, or when there is nothing to tell any more. */
  renderPush(ctx: Context, mail: QueuedMail<Kind>): Promise<PushText | null>;
}

interface MailDefinition<Kind extends MailKind, View> extends MailTemplate<View> {
  /** Null when the mail has become pointless. */
  read(ctx: Context, mail: QueuedMail<Kind>): Promise<View | null>;
}

/**
 * The words of the notification. They say what there is and when, never a code or an address: a locked
 * screen is read by anybody.
 */
export type PushWords<View> = (view: View, now: Date) => PushText | null;

/** Defines one kind of mail of core/notifications/labels.ts, and the notification that goes beside it. */
export function defineMail<const Kind extends MailKind, View>(
  kind: Kind,
  {
    read,
    push,
    ...template
  }: MailDefinition<Kind, View> &
    (Kind extends PushKind ? { push: PushWords<View> } : { push?: undefined }),
): Mail<Kind> {
  return {
    kind,
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
