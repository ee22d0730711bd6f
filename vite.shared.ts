import type { Plugin } from "vite";

/**
 * Refuses a build in which a file of core is a chunk of its own: each has a name in the manifest,
 * which every visit fetches. It means that a group of vite.config.ts no longer matches the file.
 *
 * @throws Error with the files' names.
 */
export function sharedCore(): Plugin {
  return {
    name: "shared-core",
    applyToEnvironment: ({ name }) => name === "client",
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== "chunk" || chunk.isEntry || chunk.isDynamicEntry) continue;
        if (!chunk.moduleIds.every((id) => id.includes("/core/"))) continue;
        this.error(`no group of vite.config.ts has ${chunk.moduleIds.join(", ")}`);
      }
    },
  };
}
