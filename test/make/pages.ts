import type { RouteConfigEntry } from "@react-router/dev/routes";
import {
  type ServerBuild,
  UNSAFE_withErrorBoundaryProps as withErrorProps,
  UNSAFE_withComponentProps as withProps,
} from "react-router";
import * as server from "#app/entry.server.tsx";
import * as root from "#app/root.tsx";
import table from "#app/routes.ts";

/*
 * The build's result for app/routes.ts, for tests that need the whole site before anything is
 * built: Vitest takes this file for `virtual:react-router/server-build`. Pages come without
 * scripts.
 */
type Page = NonNullable<ServerBuild["routes"][string]>;
type Module = Page["module"];

const modules = import.meta.glob<Module>(["/app/routes/**/*.{ts,tsx}", "!**/*.test.*"], {
  eager: true,
});

/** Components get their loader's answer as props, as the compiler of routes arranges it. */
function withLoaderData(module: Module): Module {
  const { default: Component, ErrorBoundary } = module;
  return {
    ...module,
    default: Component && withProps(Component as Parameters<typeof withProps>[0]),
    ErrorBoundary: ErrorBoundary && withErrorProps(ErrorBoundary as never),
  } as Module;
}

function pageOf({ id, file, path, index }: RouteConfigEntry): Page {
  const module = modules[`/app/${file}`];
  if (!module) throw new Error(`no module ${file}`);
  const name = id ?? file.replace(/\.tsx?$/, "");
  return { id: name, parentId: "root", path, index, module: withLoaderData(module) } as Page;
}

const pages: Page[] = [
  { id: "root", path: "", module: withLoaderData(root as unknown as Module) },
  ...(table as RouteConfigEntry[]).map(pageOf),
];

export const entry = { module: server };
export const routes = Object.fromEntries(pages.map((page) => [page.id, page]));
export const assets = {
  entry: { imports: [], module: "/assets/entry.js" },
  routes: Object.fromEntries(
    pages.map(({ module, ...page }) => [
      page.id,
      {
        ...page,
        module: `/assets/${page.id}.js`,
        hasLoader: module.loader !== undefined,
        hasAction: module.action !== undefined,
        hasClientAction: false,
        hasClientLoader: false,
        hasClientMiddleware: false,
        hasDefaultExport: module.default !== undefined,
        hasErrorBoundary: module.ErrorBoundary !== undefined,
      },
    ]),
  ),
  url: "/assets/manifest.js",
  version: "test",
};
export const publicPath = "/";
export const assetsBuildDirectory = "build/client";
export const future = {};
export const ssr = true;
export const isSpaMode = false;
export const prerender = [];
export const routeDiscovery = { mode: "lazy", manifestPath: "/__manifest" };
