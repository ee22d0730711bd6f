import { z } from "@hono/zod-openapi";
import { logOut } from "#core/accounts/logins/log-in.server.ts";
import {
  closeEveryLogin,
  closeLogin,
  showSecurity,
} from "#core/accounts/logins/show-security.server.ts";
import { changePassword } from "#core/accounts/passwords/change-password.server.ts";
import { requestPasswordReset } from "#core/accounts/passwords/request-password-reset.server.ts";
import { showProfile } from "#core/accounts/profile/update-profile.server.ts";
import { LOGIN_SECONDS } from "#core/accounts/rules.ts";
import type { LoginView } from "#core/accounts/schema.ts";
import { resendConfirmation, signUp } from "#core/accounts/sign-up/sign-up.server.ts";
import { issueTokens, refreshTokens } from "#core/accounts/tokens/issue-tokens.server.ts";
import { AppError } from "#core/errors.ts";
import { answerOnceInSteps } from "#core/idempotency/answer-once.server.ts";
import { readLogin, writeLogin } from "#site/login-cookie.server.ts";
import { inBodyNames } from "../errors.ts";
import { encodeAs, inCamelCase } from "../names.ts";
import { businessDetails, businessEssentials } from "../professionals/professional-profile.ts";
import {
  callOf,
  createTaggedResource,
  EVEN_SUSPENDED,
  instant,
  listOf,
  noQuery,
} from "../resource.ts";
import { encodeProfile, profileBody } from "./profile.ts";

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

const loginBody = z
  .object({
    id: z.string(),
    kind: z.enum(["browser", "program"]),
    device: z.string().openapi({ example: "Firefox sur Windows" }),
    created_at: instant,
    last_seen_at: instant,
    is_current: z.boolean().openapi({ description: "Celle par laquelle on demande" }),
  })
  .openapi("Login");

const encodeLogin = (login: LoginView) =>
  encodeAs(loginBody, login, { created_at: login.openedAt, last_seen_at: login.seenAt });

export function authRoutes() {
  const { resource, addCall } = createTaggedResource("Authentification");

  addCall("post", "/signup", {
    summary: "Créer un compte ; la réponse ne dit pas si l'adresse est déjà connue",
    security: [],
    isRetried: true,
    body: signUpBody,
    answer: [signUpAnswer, "L'inscription attend que son adresse soit confirmée"],
    refusals: [429],
    call: async (ctx, { body, c }) => {
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
            professionalInfo: business && inCamelCase(business),
          }),
        ),
      );
      const { id, isMailed } = user;
      return { id, email: user.email, confirmation_sent: isMailed };
    },
  });

  addCall("post", "/resend", {
    summary: "Renvoyer le lien de confirmation ; répond de même si rien n'attend",
    security: [],
    body: z.object({ id: z.string(), email: z.string() }),
    answer: [z.object({}), "Demande prise en compte"],
    refusals: [429],
    call: async (ctx, { body: { id, email } }) => {
      await resendConfirmation(ctx, { email, signUpId: id });
      return {};
    },
  });

  addCall("post", "/token", {
    summary: "Obtenir ou renouveler des jetons",
    security: [],
    query: z.object({ grant_type: z.enum(["password", "refresh_token"]) }),
    body: tokenBody,
    answer: [tokenAnswer, "Les jetons"],
    refusals: [401, 403, 429],
    call: async (ctx, { query, body, c }) => {
      const tokens =
        query.grant_type === "password"
          ? await issueTokens(ctx, { email: body.email, password: body.password })
          : await refreshTokens(ctx, { refreshToken: body.refresh_token });
      c.header("Cache-Control", "no-store");
      return encodeAs(tokenAnswer, tokens, {
        token_type: "bearer" as const,
        user: encodeProfile(tokens.user),
      });
    },
  });

  addCall("post", "/logout", {
    summary: "Fermer cette connexion",
    security: EVEN_SUSPENDED,
    answer: "Fermée",
    call: async (ctx, { c }) => {
      if (!ctx.actor) throw new AppError("unauthenticated");
      await logOut(ctx, {
        login: readLogin(c.req.header("cookie"), ctx.config),
        authorization: c.req.header("authorization") ?? null,
      });
      c.header("Set-Cookie", writeLogin(null, ctx.config, 0), { append: true });
    },
  });

  addCall("get", "/user", {
    summary: "Qui est connecté",
    answer: [profileBody, "Le profil"],
    call: async (ctx) => encodeProfile(await showProfile(ctx)),
  });

  addCall("post", "/recover", {
    summary: "Demander un lien de nouveau mot de passe ; répond de même si l'adresse est inconnue",
    security: [],
    body: z.object({ email: z.string() }),
    answer: [z.object({}), "Demande prise en compte"],
    refusals: [429],
    call: async (ctx, { body }) => {
      await requestPasswordReset(ctx, body);
      return {};
    },
  });

  addCall("post", "/password", {
    summary: "Changer son mot de passe ; toutes les connexions se ferment, celle-ci aussi",
    body: z.object({ current_password: z.string(), password: z.string() }),
    answer: "Changé",
    refusals: [409, 429],
    call: async (ctx, { body: { current_password: currentPassword, password }, c }) => {
      const { login } = await inBodyNames(changePassword(ctx, { currentPassword, password }));
      if (login) {
        const value = writeLogin(login, ctx.config, LOGIN_SECONDS);
        c.header("Set-Cookie", value, { append: true });
      }
    },
  });

  addCall("get", "/logins", {
    summary: "Ses connexions ouvertes, la dernière vue d'abord",
    query: noQuery,
    answer: [listOf(loginBody), "Les connexions"],
    call: async (ctx) => {
      const security = await showSecurity(ctx);
      return { data: security.logins.map(encodeLogin), next_cursor: null };
    },
  });

  addCall("delete", "/logins/{id}", {
    summary: "Fermer une de ses connexions",
    answer: "Fermée",
    refusals: [404],
    call: (ctx, { params }) => closeLogin(ctx, { loginId: params.id }),
  });

  addCall("delete", "/logins", {
    summary: "Fermer toutes ses connexions, celle-ci aussi",
    answer: "Toutes fermées",
    call: (ctx) => closeEveryLogin(ctx),
  });

  return resource;
}
