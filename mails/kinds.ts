import { readConfirmationMail } from "#core/accounts/read-confirmation-mail.server.ts";
import { readCredentialsMail } from "#core/accounts/read-credentials-mail.server.ts";
import { readResetMail } from "#core/accounts/read-reset-mail.server.ts";
import type { Context } from "#core/context.server.ts";
import type { MailKind, QueuedMail, RenderedMail, RenderMail } from "#core/notifications/schema.ts";
import { confirmEmail } from "./confirm-email.tsx";
import { guestCredentials } from "./guest-credentials.tsx";
import { resetPassword } from "./reset-password.tsx";
import { mailKind } from "./template.tsx";

type Kinds = {
  [Kind in MailKind]: (ctx: Context, mail: QueuedMail<Kind>) => Promise<RenderedMail | null>;
};

/** Every mail that goes out: who reads its state, who gives its words. */
export const MAIL_KINDS: Kinds = {
  "confirm-email": mailKind(readConfirmationMail, confirmEmail),
  "reset-password": mailKind(readResetMail, resetPassword),
  "guest-credentials": mailKind(readCredentialsMail, guestCredentials),
};
