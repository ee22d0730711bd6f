import type { Plugin } from "vite";

/**
 * `virtual:waiting-pages` gives the browser the addresses of pages that come with a waiting text, and
 * nothing else of the table of pages, which is the server's.
 */
export function waitingPages(): Plugin {
  return {
    name: "waiting-pages",
    resolveId: (id) => (id === "virtual:waiting-pages" ? `\0${id}` : null),
    async load(id) {
      if (id !== "\0virtual:waiting-pages") return null;
      // By its address and not by name, so that Node loads the table as it is: it imports by `#`.
      const { PAGES } = await import(new URL("app/page-table.server.ts", import.meta.url).href);
      const waiting = Object.keys(PAGES).filter((pattern) => PAGES[pattern].waits);
      return `export const waitingPages = ${JSON.stringify(waiting)};`;
    },
  };
}
