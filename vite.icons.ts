import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const own = fileURLToPath(new URL("app/ui/pictures/create-icon.tsx", import.meta.url));

/**
 * In what is built, the icons of lucide-react are drawn by a component of ours instead of the
 * library's, whose many options (context, scaling, names) weigh more than the icons themselves, in
 * the script, in each page's HTML and in the time to render it.
 */
export function lightIcons(): Plugin {
  return {
    name: "light-icons",
    apply: "build",
    // Node would load the whole library as it is; the server draws the same icons as the browser.
    config: () => ({ environments: { ssr: { resolve: { noExternal: ["lucide-react"] } } } }),
    enforce: "pre",
    resolveId: (id, importer) =>
      id.endsWith("/createLucideIcon.mjs") && importer?.includes("/lucide-react/") ? own : null,
    // Names and React keys, six random letters per shape, are a third of an icon's weight.
    transform: {
      filter: { id: /\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/ },
      handler: (code) =>
        code
          .replace(/^ {2}(?:name|size|aliases): .*\n/gm, "")
          .replace(/^__iconData\.node;\n/m, "")
          .replaceAll(/, key: "\w+"/g, ""),
    },
  };
}
