import Bowser from "bowser";
import type { Access } from "../../context.server.ts";

/** « Firefox sur Windows », « Safari sur iPhone »; a program's own name for itself. */
export function nameDevice(kind: Access["kind"], userAgent: string | null): string {
  if (!userAgent) return kind === "program" ? "Programme" : "Appareil inconnu";
  const { browser, os, platform } = Bowser.parse(userAgent);
  const system = platform.model ?? os.name;
  if (browser.name && system) return `${browser.name} sur ${system}`;
  if (browser.name) return browser.name;
  const [name = ""] = userAgent.split(/[\s(;]/);
  return kind === "program" ? `Programme ${name.slice(0, 40)}`.trim() : "Appareil inconnu";
}
