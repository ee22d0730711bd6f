/*
 * The packages of these folders, which `npm run bench -- peers` alone installs: everything else is
 * checked without them.
 */

declare module "@medusajs/framework/utils";
declare module "@medusajs/medusa/core-flows";
declare module "@vendure/core";
declare module "@vendure/core/cli/index.js";
