import pg from "pg";
import { site } from "#core/site.ts";
import { expect, newEmail, test } from "./fixtures.ts";
import { newAccount } from "./journeys.ts";

test.describe("the server at its edges", () => {
  test("is healthy, ready and measured", async ({ request }) => {
    expect(await (await request.get("/healthz")).text()).toBe("ok");
    expect(await (await request.get("/readyz")).json()).toEqual({
      ready: true,
      database: true,
      migrations: true,
      jobs: true,
    });
    expect(await (await request.get("/metrics")).text()).toContain("http_request_duration_seconds");
  });

  test("tells the time that the browser, the database and the provider tell", async ({
    page,
    request,
    baseURL,
  }) => {
    // Whole seconds are what two of them tell. On another day (`npm run test:another-day`) this
    // shows that it is that day for all of them.
    const before = Math.floor(Date.now() / 1_000) * 1_000 - 1_000;
    const site = (await request.get("/healthz")).headers().date ?? "";
    const provider = new URL("/_simulator/clock", baseURL);
    provider.port = String(Number(provider.port) + 1);
    const { iso } = await (await request.get(provider.href)).json();
    const client = new pg.Client({ connectionString: process.env.E2E_DATABASE_URL });
    await client.connect();
    const { rows } = await client.query<{ now: Date }>("select clock_timestamp() as now");
    await client.end();
    await page.goto("/contact");
    const browser = await page.evaluate(() => Date.now());
    const after = Date.now();
    const told = {
      site: Date.parse(site),
      provider: Date.parse(iso),
      browser,
      database: +(rows[0]?.now ?? 0),
    };
    for (const [who, at] of Object.entries(told)) {
      expect(at, who).toBeGreaterThanOrEqual(before);
      expect(at, who).toBeLessThanOrEqual(after);
    }
  });

  test("sends the security headers, with a nonce of its own for each rendering", async ({
    request,
  }) => {
    const nonces = [];
    for (const asked of [{}, { cookie: "parenthese.login=x" }]) {
      const headers = (await request.get("/", { headers: asked })).headers();
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
      const policy = headers["content-security-policy"] ?? "";
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toMatch(/script-src[^;]*unsafe/);
      nonces.push(/'nonce-([^']+)'/.exec(policy)?.[1]);
    }
    expect(new Set(nonces).size).toBe(2);
    expect(nonces[0]).toBeTruthy();
  });

  test("sends scripts, styles and drawings as small as the browser can read them", async ({
    request,
  }) => {
    const page = await (await request.get("/sessions")).text();
    const paths = new Set(page.match(/\/(assets\/[\w.-]+\.(js|css)|favicon\.svg)/g));
    expect([...paths].length).toBeGreaterThan(4);
    for (const path of paths) {
      const plain = await (await request.get(path, { headers: { "accept-encoding": "" } })).body();
      if (plain.length < 500) continue;
      for (const encoding of ["br", "gzip"]) {
        const answer = await request.get(path, { headers: { "accept-encoding": encoding } });
        const headers = answer.headers();
        expect(headers["content-encoding"], path).toBe(encoding);
        expect(headers.vary?.toLowerCase(), path).toContain("accept-encoding");
        expect(Number(headers["content-length"]), path).toBeLessThan(plain.length * 0.75);
        expect(await answer.body()).toEqual(plain);
      }
    }
  });

  test("has the pictures that browsers and phones ask for by name", async ({ request }) => {
    for (const [path, type, magic] of [
      ["/favicon.ico", /^image\/(x-icon|vnd\.microsoft\.icon)/, "00000100"],
      ["/apple-touch-icon.png", /^image\/png/, "89504e47"],
    ] as const) {
      const answer = await request.get(path);
      expect(answer.status(), path).toBe(200);
      expect(answer.headers()["content-type"], path).toMatch(type);
      expect((await answer.body()).subarray(0, 4).toString("hex"), path).toBe(magic);
    }
  });

  test("can be put on a phone's home screen from any page, a failed one too", async ({
    page,
    request,
    baseURL,
  }) => {
    for (const address of ["/", "/sessions", "/connexion", "/cette-page-n-existe-pas"]) {
      const html = await (await request.get(address)).text();
      expect(html, address).toMatch(/<link [^>]*href="\/manifest\.webmanifest"/);
    }
    const answer = await request.get("/manifest.webmanifest");
    expect(answer.headers()["content-type"]).toMatch(/^application\/manifest\+json/);
    const { icons, ...manifest } = await answer.json();
    expect(manifest).toMatchObject({
      name: site.name,
      description: site.tagline,
      start_url: "/",
      display: "standalone",
    });
    for (const { src, sizes, type } of icons) {
      const picture = await request.get(src);
      expect(picture.headers()["content-type"], src).toBe(type);
      const body = await picture.body();
      // Width and height, where every PNG has them.
      expect(`${body.readUInt32BE(16)}x${body.readUInt32BE(20)}`, src).toBe(sizes);
    }
    expect(
      icons.map(({ sizes, purpose }: Record<string, string>) => `${purpose} ${sizes}`),
    ).toEqual(["any 192x192", "any 512x512", "maskable 512x512"]);

    // Chromium's own judgement, under the page's policy.
    await page.goto("/");
    const devtools = await page.context().newCDPSession(page);
    const { url, errors } = await devtools.send("Page.getAppManifest");
    expect(url).toBe(new URL("/manifest.webmanifest", baseURL).href);
    expect(errors).toEqual([]);
  });

  test("refuses a form that another site sent", async ({ request }) => {
    const answer = await request.post("/connexion", {
      headers: { origin: "https://evil.example" },
      form: { email: "camille@example.fr", password: "parenthese" },
    });
    expect(answer.status()).toBe(403);
    const asProgram = await request.delete("/api/v1/favorites", {
      headers: { origin: "https://evil.example", cookie: "parenthese.login=x" },
    });
    expect(asProgram.status()).toBe(403);
    expect(await asProgram.json()).toMatchObject({ error: { code: "forbidden" } });
  });

  test("refuses to a page what is not a form", async ({ request, baseURL }) => {
    const origin = baseURL ?? "";
    for (const path of ["/connexion", "/inscription"]) {
      for (const [type, status] of [
        ["application/json", 415],
        ["text/plain", 415],
        ["multipart/form-data", 400],
        ["multipart/form-data; boundary=x", 400],
      ] as const) {
        const answer = await request.post(path, {
          headers: { origin, "content-type": type },
          data: Buffer.from('{"email":1}'),
        });
        expect(answer.status(), `${path} ${type}`).toBe(status);
        if (status === 415) {
          expect(await answer.text()).toBe("Cette demande n'est pas acceptée.");
        }
      }
    }
  });

  test("keeps what is drawn for somebody out of shared caches", async ({ request }) => {
    const personal = { cookie: "parenthese.login=x" };
    for (const path of ["/", "/sessions", "/api/v1/sessions"]) {
      const shared = (await request.get(path)).headers()["cache-control"];
      expect(shared ?? "").toMatch(path.startsWith("/api/") ? /^$/ : /^public, max-age=0/);
      const drawn = await request.get(path, { headers: personal });
      expect(drawn.headers()["cache-control"]).toBe("private, no-store");
    }
  });

  test("answers the API's errors in one shape", async ({ request }) => {
    const unknown = await request.get("/api/v1/nothing");
    expect(unknown.status()).toBe(404);
    expect(await unknown.json()).toMatchObject({ error: { code: "not_found" } });

    const broken = await request.post("/api/v1/auth/signup", {
      headers: { "content-type": "application/json" },
      data: Buffer.from("{bad"),
    });
    expect(broken.status()).toBe(400);
    expect(await broken.json()).toMatchObject({ error: { code: "malformed_request" } });

    const large = await request.post("/api/v1/auth/signup", {
      headers: { "content-type": "application/json" },
      data: Buffer.alloc(2 * 1024 * 1024, "a"),
    });
    expect(large.status()).toBe(413);
    expect(await large.json()).toMatchObject({ error: { code: "payload_too_large" } });

    const anonymous = await request.get("/api/v1/profile");
    expect(anonymous.status()).toBe(401);
    const { error } = await anonymous.json();
    expect(error).toMatchObject({ code: "unauthenticated" });
    expect(error.request_id).toBe(anonymous.headers()["x-request-id"]);
  });

  test("refuses a webhook whose signature is not the provider's", async ({ request }) => {
    for (const path of ["/webhooks/stripe", "/webhooks/stripe-connect"]) {
      const answer = await request.post(path, {
        headers: { "stripe-signature": "t=1,v1=00" },
        data: { id: "evt_1", type: "checkout.session.completed" },
      });
      expect(answer.status()).toBe(400);
      expect(await answer.json()).toMatchObject({ error: { code: "malformed_request" } });
    }
  });

  test("documents the API without asking anybody else", async ({ page, baseURL }) => {
    const foreign: string[] = [];
    page.on("request", (asked) => {
      if (!asked.url().startsWith(`${baseURL}/`)) foreign.push(asked.url());
    });
    await page.goto("/api/docs");
    // With a hundred addresses and more it draws those in sight alone, as one comes to them.
    const wanted = page.getByText("/functions/create-session-payment").first();
    await expect(async () => {
      await page.mouse.wheel(0, 600);
      await expect(wanted).toBeVisible({ timeout: 500 });
    }).toPass({ timeout: 60_000 });
    expect(foreign.filter((url) => !url.startsWith("data:"))).toEqual([]);
  });

  test("signs in a client without cookies: tokens, rotation, and a stolen one", async ({
    request,
  }) => {
    const grant = await request.post("/api/v1/auth/token?grant_type=password", {
      data: { email: "leo@example.fr", password: "parenthese" },
    });
    expect(grant.status()).toBe(200);
    const first = await grant.json();
    expect(first).toMatchObject({ token_type: "bearer", expires_in: 3600 });
    const headers = { authorization: `Bearer ${first.access_token}` };
    const user = await (await request.get("/api/v1/auth/user", { headers })).json();
    expect(user).toMatchObject({ email: "leo@example.fr", is_pro: true });

    const refresh = (token: string) =>
      request.post("/api/v1/auth/token?grant_type=refresh_token", {
        data: { refresh_token: token },
      });
    const second = await (await refresh(first.refresh_token)).json();
    expect(second.refresh_token).not.toBe(first.refresh_token);
    // The old one again: somebody has a copy, so the whole family ends.
    expect((await refresh(first.refresh_token)).status()).toBe(401);
    const after = await request.get("/api/v1/auth/user", {
      headers: { authorization: `Bearer ${second.access_token}` },
    });
    expect(after.status()).toBe(401);
  });

  test("tells nobody whether an address is known", async ({ request, mailTo, baseURL }) => {
    const answers = [];
    for (const email of [await newAccount(request, mailTo, baseURL), newEmail()]) {
      const login = await request.post("/api/v1/auth/token?grant_type=password", {
        data: { email, password: "pas-celui-la" },
      });
      const { error } = await login.json();
      const recover = await request.post("/api/v1/auth/recover", { data: { email } });
      answers.push([login.status(), error.code, error.message, recover.status()]);
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toEqual([
      401,
      "invalid_credentials",
      "Email ou mot de passe incorrect.",
      200,
    ]);
  });
});
