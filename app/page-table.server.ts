import { routes } from "virtual:react-router/server-build";
import type { Register } from "react-router";
import { patternShape } from "#platform/http/route-pattern.server.ts";

/** What a route's file exports as `page`; a page is private unless it says more. */
export interface Page {
  /** All visitors share one rendering by these parameters; others and other shapes are dropped. */
  shared?: "search" | { readonly [parameter: string]: RegExp | "id" };
  /** Shared pages whose address has no id are in the sitemap; with these queries too. */
  sitemap?: readonly string[];
  /** Open to crawlers, which are told not to index it. */
  isOpen?: boolean;
  takesImage?: boolean;
  /** Makes forms wait for their turn to have a password hashed. */
  takesPassword?: boolean;
  /** Open to somebody with a temporary password (rule: guest-account). */
  isOpenToTemporaryPassword?: boolean;
}

type Module = Register["routeModules"][keyof Register["routeModules"]];
type Said = Extract<Module, { page: unknown }>["page"];
type KeysOf<Facts> = Facts extends unknown ? keyof Facts : never;
/** Compiles only while every `page` is a `Page` and has no other keys. */
type Checked<Facts extends Page, Keys extends keyof Page> = Facts & Pick<Page, Keys>;

let table: Map<string, Page> | undefined;

/** By pattern, read when first asked for, since the routes' modules lead back here. */
export function listPages(): ReadonlyMap<string, Page> {
  if (table) return table;
  table = new Map();
  for (const route of Object.values(routes)) {
    if (!route?.parentId) continue;
    const { page = {} } = route.module as { page?: Checked<Said, KeysOf<Said>> };
    table.set(`/${route.path ?? ""}`, page);
  }
  return table;
}

/** @param pattern without the first slash, except the home page's. */
export function pageOf(pattern: string): Page {
  return listPages().get(`/${pattern.replace(/^\//, "")}`) ?? {};
}

export function isListed(pattern: string): boolean {
  return pageOf(pattern).shared !== undefined && !/:\w+(\/|$)/.test(pattern);
}

/** Whether a route is behind the operators' door, or the door itself (rule: operators-apart). */
export function isOperators(pattern: string): boolean {
  return /^\/?operateur(\/|$)/.test(pattern);
}

/** Never matches paths of a page's data. */
export function createMatcher(says: (page: Page) => unknown): (path: string) => boolean {
  let shapes: RegExp[] | undefined;
  return (path) => {
    shapes ??= [...listPages()].filter(([, page]) => says(page)).map(([one]) => patternShape(one));
    return shapes.some((shape) => shape.test(path));
  };
}
