import { execFileSync } from "node:child_process";
import { createApi } from "#api/api.ts";

/*
 * Writes the API's types as the author of a program makes them, out of its OpenAPI document alone,
 * for test/api-client.test.ts: beside the types of routes, which `npm run check` writes as well.
 */

const bin = "packages/api-types/node_modules/openapi-typescript/bin/cli.js";
const input = await (await createApi().request("/openapi.json")).text();
const output = ".react-router/types/test/+types/api.ts";
execFileSync(process.execPath, [bin, "--output", output], { input });
