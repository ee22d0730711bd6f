import { Hono } from "hono";
import { createApi } from "#api/api.ts";
import type { ApiEnv } from "#api/env.ts";
import { serveImages } from "#api/offerings/images.ts";
import { receiveWebhooks } from "#api/webhooks.ts";
import type { Context } from "#core/context.server.ts";

/** Every door that is no page, as this context's caller finds it. */
export function openDoors(ctx: Context): Hono<ApiEnv> {
  const doors = new Hono<ApiEnv>();
  doors.use("*", async (c, next) => {
    c.set("ctx", ctx);
    await next();
  });
  doors.route("/api/v1", createApi());
  doors.route("/images", serveImages());
  doors.route("/webhooks", receiveWebhooks());
  return doors;
}

/** Calls the API as one browser does, which carries on the cookie that an answer sets. */
export function callerOf(ctx: Context) {
  const doors = openDoors(ctx);
  let cookie = "";
  return async (method: string, path: string, body?: unknown, headers = {}) => {
    const answer = await doors.request(`/api/v1${path}`, {
      method,
      headers: {
        cookie,
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    cookie = answer.headers.get("set-cookie")?.split(";")[0] ?? cookie;
    const text = await answer.text();
    return { status: answer.status, body: text ? JSON.parse(text) : null };
  };
}
