import { render, toPlainText } from "@react-email/render";
import type { ReactNode } from "react";
import type { Context } from "#core/context.server.ts";
import type { MailKind, QueuedMail, RenderedMail } from "#core/notifications/schema.ts";
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

export type RenderKind<Kind extends MailKind> = (
  ctx: Context,
  mail: QueuedMail<Kind>,
  platform: Platform,
) => Promise<RenderedMail | null>;

/**
 * One row of the table of kinds: how the data is read, and the template.
 *
 * @param read null when the mail has become pointless: it is dropped.
 */
export function mailKind<Kind extends MailKind, View>(
  read: (ctx: Context, mail: QueuedMail<Kind>) => Promise<View | null>,
  template: MailTemplate<View>,
): RenderKind<Kind> {
  return async (ctx, mail, platform) => {
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
  };
}
