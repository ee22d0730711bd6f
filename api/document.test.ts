import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, test } from "vitest";
import { createApi } from "./api.ts";
import { BEARER, OPTIONAL } from "./resource.ts";

const read = async () => (await createApi().request("/openapi.json")).text();

test("the document keeps the rules that Redocly recommends, and describes its tags", async () => {
  const config = await createConfig({
    extends: ["recommended"],
    rules: { "operation-tag-defined": "error", "tag-description": "error" },
  });
  const problems = await lintFromString({
    ...{ source: await read(), absoluteRef: "openapi.json", config },
  });
  const told = problems.map(({ ruleId, message, location: [at] }) => [
    ...[ruleId, message, at?.pointer],
  ]);
  expect(told).toEqual([]);
});

test("whole numbers in a query are integers, though an address has only text", async () => {
  const { paths } = JSON.parse(await read());
  for (const path of ["/sessions", "/activities"]) {
    const schemaOf = (name: string) =>
      paths[path].get.parameters.find((one: { name: string }) => one.name === name).schema;
    expect(schemaOf("seats")).toMatchObject({ type: "integer", minimum: 1, maximum: 6 });
    expect(schemaOf("radius")).toMatchObject({ type: "integer", minimum: 1 });
    expect(schemaOf("duration_max")).toMatchObject({ type: "integer", minimum: 1 });
    expect(schemaOf("limit")).toMatchObject({ type: "integer" });
  }
});

test("each call says who may make it, and has a name of its own", async () => {
  const { paths } = JSON.parse(await read());
  const at = (path: string, method: string) => {
    const { operationId, security } = paths[path][method];
    return [operationId, security];
  };
  expect(at("/sessions", "get")).toEqual(["getSessions", []]);
  expect(at("/sessions/{id}", "get")).toEqual(["getSessionsById", OPTIONAL]);
  expect(at("/favorites/{session_id}", "delete")).toEqual(["deleteFavoritesBySessionId", BEARER]);
  expect(at("/rpc/can_create_session", "post")).toEqual(["canCreateSession", BEARER]);
});
