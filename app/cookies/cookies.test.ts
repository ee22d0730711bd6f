import { expect, test } from "vitest";
import { readCookie, writeCookie } from "./cookies.server.ts";
import { redirectWithToast, takeFlash } from "./flash.server.ts";

const sent = (cookie: string) => new Request("http://site.test/", { headers: { cookie } });

test("what is written is read again, among others and of no other name", () => {
  const [pair = ""] = writeCookie("achat", 'été; "là"', { maxAge: 60 }).split(";");
  expect(readCookie(sent(`lachat=no; ${pair}; achats=no`), "achat")).toBe('été; "là"');
  expect(readCookie(sent("lachat=no; achats=no"), "achat")).toBeUndefined();
  expect(readCookie(sent("achat=%E9%"), "achat")).toBe("%E9%");
  expect(readCookie(new Request("http://site.test/"), "achat")).toBeUndefined();
});

test("no script reads it, no other site sends it", () => {
  expect(writeCookie("achat", "x", { maxAge: 60, secure: true })).toBe(
    "achat=x; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax",
  );
  expect(writeCookie("achat", "", { maxAge: 0 })).toBe(
    "achat=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax",
  );
});

test("a redirect's toast is read by its page alone, though another tab asks first", () => {
  const { headers } = redirectWithToast("/profil?onglet=offre#haut", {
    ...{ title: "Abonnement activé !", tone: "success" },
  });
  const request = sent(headers.getSetCookie()[0]?.split(";")[0] ?? "");
  const elsewhere = takeFlash(request, "/nos-offres");
  expect(elsewhere.flash).toBeNull();
  expect(elsewhere.headers.getSetCookie()).toEqual([]);
  const here = takeFlash(request, "/profil");
  expect(here.flash).toEqual({
    ...{ id: expect.any(String), title: "Abonnement activé !", tone: "success" },
  });
  expect(here.headers.getSetCookie()).toEqual([expect.stringContaining("Max-Age=0")]);
});
