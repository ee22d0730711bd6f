import type { LucideIconData } from "@lucide/icons";
import type { Plugin } from "vite";

/**
 * Leaves out of the built icons what only drawing programs read: their names and a React key of six
 * random letters per shape are a third of their weight. Development and tests take them as they are.
 */
export function lightIcons(): Plugin {
  return {
    name: "light-icons",
    apply: "build",
    // Node would load the whole library as it is.
    config: () => ({ environments: { ssr: { resolve: { noExternal: ["@lucide/icons"] } } } }),
    load: {
      filter: { id: /\/@lucide\/icons\/dist\/esm\/icons\/(?!index\.)[\w-]+\.mjs$/ },
      async handler(id) {
        const { default: icon }: { default: LucideIconData } = await import(id);
        const node = icon.node.map(([tag, { key, ...shape }]) => [tag, shape]);
        return `export default ${JSON.stringify({ node })}`;
      },
    },
  };
}
