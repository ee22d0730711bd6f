import { describe, expect, test } from "vitest";
import { readLogin, writeLogin } from "./login-cookie.server.ts";

const PLAIN = { appUrl: "http://localhost:3000" };
const HTTPS = { appUrl: "https://parenthese.example.fr" };
const LOGIN = "jeton.c2lnbmF0dXJl+/=";

describe("the login cookie", () => {
  test("is HttpOnly and SameSite=Lax", () => {
    const value = writeLogin(LOGIN, PLAIN, 2_592_000);
    expect(value).toMatch(/^parenthese\.login=[^;]+; Max-Age=2592000; Path=\/;/);
    expect(value).toMatch(/; HttpOnly/);
    expect(value).toMatch(/; SameSite=Lax/);
    expect(value).not.toMatch(/Secure/);
  });

  test("is Secure on https, with the name that says so", () => {
    const value = writeLogin(LOGIN, HTTPS, 60);
    expect(value).toMatch(/^__Secure-parenthese\.login=/);
    expect(value).toMatch(/; Secure/);
    expect(readLogin(value.split(";")[0], HTTPS)).toBe(LOGIN);
    expect(readLogin(value.split(";")[0], PLAIN)).toBeNull();
  });

  test("is put away by an empty one", () => {
    expect(writeLogin(null, PLAIN, 60)).toMatch(/^parenthese\.login=;.*Max-Age=0/);
  });

  test.each([
    [`parenthese.login=${encodeURIComponent(LOGIN)}`, LOGIN],
    [`autre=1; parenthese.login=${encodeURIComponent(LOGIN)}; encore=2`, LOGIN],
    ["parenthese.login=", null],
    ["parenthese.login=%", "%"],
    ["autre=1", null],
    ["", null],
    [null, null],
    [undefined, null],
  ])("in « %s » is %s", (header, login) => {
    expect(readLogin(header, PLAIN)).toBe(login);
  });
});
