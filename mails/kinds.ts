import { MAIL_KINDS } from "#core/notifications/labels.ts";
import type { Mail } from "./template.tsx";

const modules = import.meta.glob<Record<string, unknown>>("./*/*.tsx", { eager: true });

const isMail = (value: unknown): value is Mail =>
  typeof value === "object" && value !== null && "kind" in value && "render" in value;

const mails = new Map(
  Object.values(modules)
    .flatMap((module) => Object.values(module))
    .filter(isMail)
    .map((mail) => [mail.kind, mail]),
);

const undefinedKinds = MAIL_KINDS.filter((kind) => !mails.has(kind));
if (undefinedKinds.length > 0) throw new Error(`No file defines the mail ${undefinedKinds.join()}`);

/** @throws for a kind of another version. */
export function mailOf(kind: Mail["kind"]): Mail {
  const mail = mails.get(kind);
  if (!mail) throw new Error(`There is no mail « ${kind} »`);
  return mail;
}
