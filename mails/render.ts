import type { MailKind, RenderMail } from "#core/notifications/schema.ts";
import { MAIL_KINDS } from "./kinds.ts";
import type { Platform, RenderKind } from "./template.tsx";

/** Renders any kind of mail for the worker's `sendMail`, in the name of `platform`. */
export function mailsOf(platform: Platform): RenderMail {
  return (ctx, mail) => {
    // The table gives each kind its own template, but the compiler cannot follow that through the
    // union.
    const render = MAIL_KINDS[mail.kind] as unknown as RenderKind<MailKind>;
    return render(ctx, mail, platform);
  };
}
