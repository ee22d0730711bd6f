import { MAIL_KINDS } from "#core/notifications/labels.ts";
import type { RenderPush } from "#core/notifications/push/schema.ts";
import type { MailTemplates } from "#core/notifications/schema.ts";
import type { Mail, Platform } from "./template.tsx";

const modules = import.meta.glob<Record<string, unknown>>("./*/*.tsx", { eager: true });

const isMail = (value: unknown): value is Mail =>
  typeof value === "object" && value !== null && "kind" in value && "render" in value;

const mails = Map.groupBy(
  Object.values(modules)
    .flatMap((module) => Object.values(module))
    .filter(isMail),
  ({ kind }) => kind,
);

const misdefined = MAIL_KINDS.filter((kind) => mails.get(kind)?.length !== 1);
if (misdefined.length > 0) throw new Error(`Defined never or twice: ${misdefined.join()}`);

/** @throws for a kind of another version. */
function mailOf(kind: Mail["kind"]): Mail {
  const mail = mails.get(kind)?.[0];
  if (!mail) throw new Error(`There is no mail « ${kind} »`);
  return mail;
}

export const mailsOf = (platform: Platform): MailTemplates => ({
  render: (ctx, mail) => mailOf(mail.kind).render(ctx, mail, platform),
  onDrop: (tx, mail) => mailOf(mail.kind).onDrop(tx, mail),
});

export const renderPush: RenderPush = (ctx, mail) => mailOf(mail.kind).renderPush(ctx, mail);
