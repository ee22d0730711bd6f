import type { RenderedMail, RenderMail } from "#core/notifications/schema.ts";
import { MAIL_KINDS } from "./kinds.ts";

/** What the worker gives to `sendMail`: the words of any kind of mail. */
export const renderMail: RenderMail = (ctx, mail) => {
  // The table gives each kind what belongs to it; the compiler cannot follow that through the union.
  const render = MAIL_KINDS[mail.kind] as (
    ...args: Parameters<RenderMail>
  ) => Promise<RenderedMail | null>;
  return render(ctx, mail);
};
