import fs from "node:fs";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import type { Plugin } from "vite";
import routes from "./app/routes.ts";

/**
 * `virtual:waiting-pages` gives the browser the addresses of pages that come with a waiting text,
 * which their `clientLoader` shows.
 */
export function waitingPages(): Plugin {
  return {
    name: "waiting-pages",
    resolveId: (id) => (id === "virtual:waiting-pages" ? `\0${id}` : null),
    load(id) {
      if (id !== "\0virtual:waiting-pages") return null;
      const waiting = (routes as RouteConfigEntry[])
        .filter(({ file }) =>
          /^export function clientLoader/m.test(fs.readFileSync(`app/${file}`, "utf8")),
        )
        .map(({ path }) => `/${path}`);
      return `export const waitingPages = ${JSON.stringify(waiting)};`;
    },
  };
}
