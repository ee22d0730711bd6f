import fs from "node:fs";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import table from "#app/routes.ts";
import { patternShape } from "#platform/http/route-pattern.server.ts";
import * as addresses from "./addresses.ts";
import * as operatorAddresses from "./operator-addresses.ts";
import * as ownAddresses from "./own-addresses.ts";

const ROUTES = (table as RouteConfigEntry[])
  .map(({ path = "" }) => `/${path}`)
  .filter((pattern) => pattern !== "/*");

/** Addresses that only others lead to: password managers, former links, programs. */
const NOT_LED_TO = [
  ...["/professionnel-success", "/professionnel-cancel", "/.well-known/change-password"],
  "/demo/mails.json",
];

/** The routes that an address falls under, whatever its query. */
const routesOf = (address: string) => {
  const [path = ""] = address.split(/[?#]/);
  return ROUTES.filter((pattern) => patternShape(pattern).test(path));
};

test("every address is that of a page, and every page has one", () => {
  const examples = [
    ...Object.entries(addresses),
    ...Object.entries(ownAddresses),
    ...Object.entries(operatorAddresses),
  ].map(([name, address]) => ({
    name,
    example: typeof address === "string" ? address : address("x", "y"),
  }));
  for (const { name, example } of examples) expect(routesOf(example), name).not.toEqual([]);
  const led = new Set(examples.flatMap(({ example }) => routesOf(example)));
  expect(ROUTES.filter((pattern) => !led.has(pattern))).toEqual(NOT_LED_TO);
});

/** Written out as text: `to="/profil"`, `"/profil?x"`, `${origin}/profil`, `/praticiens/${id}`. */
const LITERAL = /["`}](\/[^"`\s]*)["`]/g;
/** A single slash is the home page's address only where something leads to it. */
const LEADS = /(?:=|\bto: |[rR]edirect\w*\(|navigate\(|leaveFor\()$/;
/** An API's own addresses stand below its door's; what a cookie or a split says is no address. */
const NO_ADDRESS =
  /\.route\("|addCall\("\w+", "|path: "|split\("|join\("|startsWith\("|endsWith\("|replaceAll\("/;

function literalsIn(line: string): string[] {
  if (/^\s*(\/?\*|\/\/)/.test(line) || NO_ADDRESS.test(line)) return [];
  return [...line.matchAll(LITERAL)].flatMap(({ 1: written = "", index }) => {
    const text = written.replace(/\$\{[^}]*\}/g, "x");
    const isAddress = text === "/" ? LEADS.test(line.slice(0, index)) : routesOf(text).length > 0;
    return isAddress && !text.startsWith("/#") ? [text] : [];
  });
}

test("no address of a page is written out elsewhere", () => {
  const files = fs
    .globSync("{app,api,cli,core,mails,server}/**/*.{ts,tsx}")
    .filter((file) => !/\.test\.|^app\/routes\.ts$/.test(file));
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap((file) =>
    fs
      .readFileSync(file, "utf8")
      .split("\n")
      .flatMap((line) => literalsIn(line).map((text) => `${file}: ${text}`)),
  );
  expect(found).toEqual([]);
});

test.each([
  ['<Link to="/profil">', ["/profil"]],
  ['redirect("/connexion?suite=x")', ["/connexion?suite=x"]],
  [`href={\`\${siteUrl}/contact\`}`, ["/contact"]],
  [`to={\`/praticiens/\${id}\`}`, ["/praticiens/x"]],
  ['<a href="/">', ["/"]],
  ['path.split("/")', []],
  ['<img src="/favicon.svg">', []],
  ["// to `/profil`", []],
  ["to={addresses.profile}", []],
])("%s is seen as %j", (line, literals) => {
  expect(literalsIn(line)).toEqual(literals);
});
