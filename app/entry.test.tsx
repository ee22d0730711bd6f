import { Suspense } from "react";
import {
  createRequestHandler,
  Outlet,
  RouterContextProvider,
  type ServerBuild,
} from "react-router";
import { expect } from "vitest";
import { makeContext } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { pageContext, requestContext } from "./context.server.ts";
import * as entry from "./entry.server.tsx";

function Broken(): never {
  throw new Error("drawn in vain");
}

const route = {
  hasAction: false,
  hasLoader: false,
  hasClientAction: false,
  hasClientLoader: false,
  hasClientMiddleware: false,
  hasErrorBoundary: false,
  module: "/route.js",
  clientActionModule: undefined,
  clientLoaderModule: undefined,
  clientMiddlewareModule: undefined,
  hydrateFallbackModule: undefined,
};

/** A root and one screen, which stands in a boundary of its own and cannot be drawn. */
const build: ServerBuild = {
  entry: { module: entry as unknown as ServerBuild["entry"]["module"] },
  routes: {
    root: {
      id: "root",
      path: "",
      module: { default: Outlet, ErrorBoundary: () => <p>La page d'erreur</p> },
    },
    screen: {
      id: "screen",
      parentId: "root",
      index: true,
      module: {
        default: () => (
          <Suspense>
            <Broken />
          </Suspense>
        ),
      },
    },
  },
  assets: {
    entry: { imports: [], module: "/entry.js" },
    routes: {
      root: { id: "root", path: "", ...route, hasErrorBoundary: true },
      screen: { id: "screen", parentId: "root", index: true, ...route },
    },
    url: "/manifest.js",
    version: "1",
  },
  publicPath: "/",
  assetsBuildDirectory: "build/client",
  future: {} as ServerBuild["future"],
  ssr: true,
  isSpaMode: false,
  prerender: [],
  routeDiscovery: { mode: "lazy", manifestPath: "/__manifest" },
};

dataTest("a screen that cannot be drawn is an error, boundary or not", async ({ db }) => {
  const context = new RouterContextProvider();
  const page = { nonce: "", requestId: "", isDocument: true, isWhole: true };
  context.set(pageContext, { ...page, announcement: null, missed: null, isDatabaseAway: false });
  context.set(requestContext, makeContext(db));
  const answer = await createRequestHandler(build, "test")(new Request("http://a.fr/"), context);
  expect(answer.status).toBe(500);
  expect(await answer.text()).toContain("<p>La page d&#x27;erreur</p>");
});
