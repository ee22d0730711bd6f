import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { OWN_COOKIES } from "./shared-pages.server.ts";

test("a CDN is told of every cookie of ours, by both of the rules that are described", () => {
  const text = fs.readFileSync(path.join(import.meta.dirname, "../../docs/scaling.md"), "utf8");
  const bypass = /\n2 {2}(http\.cookie[\s\S]*?)→ Bypass/.exec(text)?.[1] ?? "";
  const named = [...bypass.matchAll(/http\.cookie contains "([^"=]+)=?"/g)].map(([, name]) => name);
  expect(named.toSorted()).toEqual(OWN_COOKIES.toSorted());
  const pass = /req\.http\.Cookie ~ "\((.+?)\)="/.exec(text)?.[1] ?? "";
  expect(pass.replaceAll("\\", "").split("|").toSorted()).toEqual(OWN_COOKIES.toSorted());
});
