/*
 * Which way imports may run: doors → core → platform. Checked by `npm test`; there is no list of
 * exceptions. test/structure.test.ts plants forbidden imports and expects each to be found.
 */

import manifest from "./package.json" with { type: "json" };

const TEST_FILES = "\\.test\\.tsx?$";
const DOORS = "^(app|api|cli|server)/|^(server|worker|worker-process|cli)\\.ts$";
const BROWSER_SAFE = "^(core|site)/|^app/(ui|parts)/";
const NOT_BROWSER_SAFE = ["\\.server\\.tsx?$", TEST_FILES];
const IN_PRODUCTION = {
  path: `${DOORS}|^(core|platform|mails|launch|db)/|^packages/[^/]+/src/|^start\\.ts$`,
  pathNot: [TEST_FILES, "^launch/dev-server\\.ts$", "^app/routes\\.ts$"],
};
/** Everything that is ours and is not named in `folders`. */
const oursExcept = (folders) =>
  `^(?!(${folders})/)(api|app|cli|core|db|launch|mails|packages|platform|server|site|test)/|^(server|worker|worker-process|cli|start)\\.ts$`;

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    {
      name: "no-cycles",
      comment: "Two files that need each other are one file, or lack a third.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "no-broken-import",
      comment: "Nothing is checked behind an import that leads nowhere.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: "^virtual:|^\\./\\+types/" },
    },
    {
      name: "core-knows-no-door",
      comment: "The business is called by the doors and never calls them.",
      severity: "error",
      from: { path: "^core/", pathNot: TEST_FILES },
      to: { path: oursExcept("core|platform|site") },
    },
    {
      name: "what-lies-loose-in-core-is-below",
      comment: "What every capability may import knows none of them; nor do the texts.",
      severity: "error",
      from: { path: "^core/(texts/)?[^/]+$", pathNot: TEST_FILES },
      to: { path: "^core/[^/]+/", pathNot: "^core/(tables|texts)/" },
    },
    {
      name: "tables-through-their-index",
      comment: "Whoever reads a table need not know in which area it stands.",
      severity: "error",
      from: { pathNot: "^core/tables(/|\\.server\\.ts$)" },
      to: { path: "^core/tables/", pathNot: "/conditions\\.server\\.ts$" },
    },
    {
      name: "core-without-react-and-http",
      comment: "The business is the same whether a page, an endpoint or a job asks.",
      severity: "error",
      from: { path: "^core/" },
      to: { path: "^node_modules/(react|react-dom|react-router|@react-router|hono|@hono)/" },
    },
    {
      name: "platform-knows-no-business",
      comment:
        "The outside world, without a business word: it is imported, it imports nothing of ours.",
      severity: "error",
      from: { path: "^platform/", pathNot: TEST_FILES },
      to: { path: oursExcept("platform|db/migrations") },
    },
    {
      name: "addresses-know-nobody",
      comment: "Whatever leads to a page takes its address from here.",
      severity: "error",
      from: { path: "^site/", pathNot: TEST_FILES },
      to: { path: oursExcept("site") },
    },
    {
      name: "mails-know-no-door",
      comment: "What goes out looks the same whoever sends it.",
      severity: "error",
      from: { path: "^mails/", pathNot: TEST_FILES },
      to: { path: oursExcept("core|mails|site") },
    },
    {
      name: "doors-stay-apart",
      comment: "What two doors share belongs to the core.",
      severity: "error",
      from: { path: "^(app|api|cli)/" },
      to: { path: "^(app|api|cli)/", pathNot: "^$1/" },
    },
    {
      name: "the-worker-is-a-door",
      comment: "The same as of the other doors.",
      severity: "error",
      from: { path: "^worker\\.ts$" },
      to: { path: "^(app|api|cli)/" },
    },
    {
      name: "doors-leave-the-database-alone",
      comment: "A door decodes, calls one use case, encodes.",
      severity: "error",
      from: { path: "^(app|api|cli)/|^worker\\.ts$", pathNot: TEST_FILES },
      to: {
        path: "^node_modules/(pg|drizzle-orm|pg-boss|stripe|nodemailer)/|^core/tables\\.server\\.ts$",
      },
    },
    {
      name: "stores-are-private",
      comment: "Between capabilities: call another's use case or rules. Rooms share their stores.",
      severity: "error",
      from: { path: "^core/([^/]+)/" },
      to: { path: "^core/.+/store\\.server\\.ts$", pathNot: "^core/$1/" },
    },
    {
      name: "stores-are-for-the-core",
      comment: "No door can skip the use case, which parses and permits.",
      severity: "error",
      from: { path: DOORS },
      to: { path: "^core/.+/store\\.server\\.ts$" },
    },
    {
      name: "server-wall",
      comment: "A file without .server is pure and runs in the browser too.",
      severity: "error",
      from: { path: BROWSER_SAFE, pathNot: NOT_BROWSER_SAFE },
      // A type leaves nothing behind in the browser.
      to: { path: "\\.server\\.tsx?$", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "server-wall-for-node",
      comment: "Nor does it need Node.",
      severity: "error",
      from: { path: BROWSER_SAFE, pathNot: NOT_BROWSER_SAFE },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "server-wall-for-packages",
      comment: "Nor a server's library.",
      severity: "error",
      from: { path: BROWSER_SAFE, pathNot: NOT_BROWSER_SAFE },
      to: {
        dependencyTypesNot: ["type-only"],
        path: "^node_modules/(pg|drizzle-orm|pg-boss|stripe|nodemailer|pino|sharp|rate-limiter-flexible|prom-client)/",
      },
    },
    {
      name: "design-system-has-no-domain-word",
      comment: "app/ui could serve another product.",
      severity: "error",
      from: { path: "^app/ui/", pathNot: TEST_FILES },
      to: { path: "^(core|platform|mails|site)/|^app/(parts|routes)/" },
    },
    {
      name: "simulator-stands-alone",
      comment:
        "It must be Stripe's stand-in, not our idea of Stripe: it shares no line with the product.",
      severity: "error",
      from: { path: "^packages/stripe-simulator/" },
      to: { path: oursExcept("packages/stripe-simulator") },
    },
    {
      name: "nobody-imports-the-simulator",
      comment: "The product reaches it as it reaches Stripe: by HTTP, through the official SDK.",
      severity: "error",
      from: { pathNot: "^packages/stripe-simulator/" },
      to: { path: "^(node_modules|packages)/stripe-simulator/" },
    },
    {
      name: "packages-declare-what-they-import",
      comment: "A package is installed without the rest of the repository.",
      severity: "error",
      from: { path: "^packages/" },
      to: { dependencyTypes: ["npm-no-pkg", "npm-unknown"] },
    },
    {
      name: "launcher-stays-outside",
      comment: "The product runs as well without the launcher.",
      severity: "error",
      from: { path: `${DOORS}|^(core|platform|mails|db)/` },
      to: { path: "^(launch/|start\\.ts$)" },
    },
    {
      name: "production-without-development-packages",
      comment: "`npm start` installs no « devDependencies ».",
      severity: "error",
      from: IN_PRODUCTION,
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"] },
    },
    {
      name: "read-when-needed",
      comment: "A process at rest does not hold what few requests or none of its own ask for.",
      severity: "error",
      from: { path: `${DOORS}|^(core|platform|mails)/`, pathNot: TEST_FILES },
      to: {
        path: "^node_modules/(sharp|@simplewebauthn|web-push)/",
        dynamic: false,
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "production-without-build-packages",
      comment: "What only builds the site is not in the image that runs it (decision 055).",
      severity: "error",
      from: IN_PRODUCTION,
      to: {
        path: `^node_modules/(${manifest.buildDependencies.join("|")})/`,
        dependencyTypesNot: ["type-only"],
      },
    },
  ],
  options: {
    doNotFollow: { path: "^node_modules" },
    exclude: { path: "^(build|\\.react-router|\\.data)/|^packages/[^/]+/(dist|node_modules)/" },
    // Imports of types count: they tie two files together as well.
    tsPreCompilationDeps: true,
    parser: "swc",
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["node", "import", "default", "types"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".json"],
    },
  },
};
