import { createRoute, z } from "@hono/zod-openapi";
import { logOut } from "#core/accounts/logins/log-in.server.ts";
import { changePassword } from "#core/accounts/passwords/change-password.server.ts";
import { requestPasswordReset } from "#core/accounts/passwords/request-password-reset.server.ts";
import { showProfile } from "#core/accounts/profile/update-profile.server.ts";
import { LOGIN_SECONDS } from "#core/accounts/rules.ts";
import { resendConfirmation, signUp } from "#core/accounts/sign-up/sign-up.server.ts";
import { issueTokens, refreshTokens } from "#core/accounts/tokens/issue-tokens.server.ts";
import { AppError } from "#core/errors.ts";
import { answerOnceInSteps } from "#core/idempotency/answer-once.server.ts";
import { readLogin, writeLogin } from "#site/login-cookie.server.ts";
import { inBodyNames } from "../errors.ts";
import { callOf, retryHeaders } from "../once.ts";
import { BEARER, failures, jsonBody, jsonContent } from "../openapi.ts";
import {
  businessDetails,
  businessEssentials,
  decodeBusiness,
} from "../professionals/business-body.ts";
import { createResource } from "../resource.ts";
import { encodeProfile, profileBody } from "./encode-profile.ts";

const signUpBody = z
  .object({
    email: z.string(),
    password: z.string(),
    data: z
      .object({
        first_name: z.string().default(""),
        last_name: z.string().default(""),
        phone: z.string().nullish(),
        is_client: z.boolean().default(true),
        is_pro: z.boolean().default(false),
      })
      .prefault({}),
    professional_info: z
      .object({ ...businessEssentials, ...businessDetails })
      .optional()
      .openapi({ description: "Son activité, gardée quand is_pro" }),
  })
  .openapi("SignUp");

const signUpAnswer = z.object({
  id: z.string().openapi({ description: "Celui du compte, une fois l'adresse confirmée" }),
  email: z.string(),
  confirmation_sent: z.boolean().openapi({
    description: "Faux quand l'adresse a reçu assez d'e-mails : l'inscription attend, voir /resend",
  }),
});

const tokenBody = z
  .object({
    email: z.string().optional(),
    password: z.string().optional(),
    refresh_token: z.string().optional(),
  })
  .openapi("TokenRequest");

const tokenAnswer = z
  .object({
    access_token: z.string(),
    refresh_token: z.string(),
    token_type: z.literal("bearer"),
    expires_in: z.number().int().openapi({ description: "Secondes" }),
    user: profileBody,
  })
  .openapi("Tokens");

export function authRoutes() {
  const auth = createResource();

  auth.openapi(
    createRoute({
      method: "post",
      path: "/signup",
      tags: ["Authentification"],
      summary: "Créer un compte ; la réponse ne dit pas si l'adresse est déjà connue",
      request: { headers: retryHeaders, body: jsonBody(signUpBody) },
      responses: {
        200: jsonContent(signUpAnswer, "L'inscription attend que son adresse soit confirmée"),
        ...failures(400, 409, 415, 422, 429),
      },
    }),
    async (c) => {
      const ctx = c.get("ctx");
      const body = c.req.valid("json");
      const { email, password, data, professional_info: business } = body;
      const userType = data.is_pro ? (data.is_client ? "both" : "pro") : "client";
      const user = await inBodyNames(
        answerOnceInSteps(ctx, callOf(c, "sign-up", body), () =>
          signUp(ctx, {
            email,
            password,
            firstName: data.first_name,
            lastName: data.last_name,
            ...(data.phone && { phone: data.phone }),
            userType,
            professionalInfo: business && decodeBusiness(business),
          }),
        ),
      );
      const { id, isMailed } = user;
      return c.json({ id, email: user.email, confirmation_sent: isMailed }, 200);
    },
  );

  auth.openapi(
    createRoute({
      method: "post",
      path: "/resend",
      tags: ["Authentification"],
      summary: "Renvoyer le lien de confirmation ; répond de même si rien n'attend",
      request: { body: jsonBody(z.object({ id: z.string(), email: z.string() })) },
      responses: {
        200: jsonContent(z.object({}), "Demande prise en compte"),
        ...failures(400, 415, 422, 429),
      },
    }),
    async (c) => {
      const { id, email } = c.req.valid("json");
      await resendConfirmation(c.get("ctx"), { email, signUpId: id });
      return c.json({}, 200);
    },
  );

  auth.openapi(
    createRoute({
      method: "post",
      path: "/token",
      tags: ["Authentification"],
      summary: "Obtenir ou renouveler des jetons",
      request: {
        query: z.object({ grant_type: z.enum(["password", "refresh_token"]) }),
        body: jsonBody(tokenBody),
      },
      responses: {
        200: jsonContent(tokenAnswer, "Les jetons"),
        ...failures(400, 401, 403, 415, 422, 429),
      },
    }),
    async (c) => {
      const body = c.req.valid("json");
      const tokens =
        c.req.valid("query").grant_type === "password"
          ? await issueTokens(c.get("ctx"), { email: body.email, password: body.password })
          : await refreshTokens(c.get("ctx"), { refreshToken: body.refresh_token });
      c.header("Cache-Control", "no-store");
      return c.json(
        {
          access_token: tokens.accessToken,
          refresh_token: tokens.refreshToken,
          token_type: "bearer" as const,
          expires_in: tokens.expiresIn,
          user: encodeProfile(tokens.user),
        },
        200,
      );
    },
  );

  auth.openapi(
    createRoute({
      method: "post",
      path: "/logout",
      tags: ["Authentification"],
      summary: "Fermer cette connexion",
      security: BEARER,
      responses: { 204: { description: "Fermée" }, ...failures(401) },
    }),
    async (c) => {
      const ctx = c.get("ctx");
      if (!ctx.actor) throw new AppError("unauthenticated");
      await logOut(ctx, {
        login: readLogin(c.req.header("cookie"), ctx.config),
        authorization: c.req.header("authorization") ?? null,
      });
      c.header("Set-Cookie", writeLogin(null, ctx.config, 0), { append: true });
      return c.body(null, 204);
    },
  );

  auth.openapi(
    createRoute({
      method: "get",
      path: "/user",
      tags: ["Authentification"],
      summary: "Qui est connecté",
      security: BEARER,
      responses: { 200: jsonContent(profileBody, "Le profil"), ...failures(401, 403) },
    }),
    async (c) => c.json(encodeProfile(await showProfile(c.get("ctx"))), 200),
  );

  auth.openapi(
    createRoute({
      method: "post",
      path: "/recover",
      tags: ["Authentification"],
      summary:
        "Demander un lien de nouveau mot de passe ; répond de même si l'adresse est inconnue",
      request: { body: jsonBody(z.object({ email: z.string() })) },
      responses: {
        200: jsonContent(z.object({}), "Demande prise en compte"),
        ...failures(400, 415, 422, 429),
      },
    }),
    async (c) => {
      await requestPasswordReset(c.get("ctx"), c.req.valid("json"));
      return c.json({}, 200);
    },
  );

  auth.openapi(
    createRoute({
      method: "post",
      path: "/password",
      tags: ["Authentification"],
      summary: "Changer son mot de passe ; toutes les connexions se ferment, celle-ci aussi",
      security: BEARER,
      request: {
        body: jsonBody(z.object({ current_password: z.string(), password: z.string() })),
      },
      responses: { 204: { description: "Changé" }, ...failures(400, 401, 403, 409, 415, 422, 429) },
    }),
    async (c) => {
      const { current_password: currentPassword, password } = c.req.valid("json");
      const { login } = await inBodyNames(
        changePassword(c.get("ctx"), { currentPassword, password }),
      );
      if (login) {
        const value = writeLogin(login, c.get("ctx").config, LOGIN_SECONDS);
        c.header("Set-Cookie", value, { append: true });
      }
      return c.body(null, 204);
    },
  );

  return auth;
}
