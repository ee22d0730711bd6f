import { z } from "zod";
import { MAX_NAME } from "../rules.ts";

export const NO_ANSWER = "La clé d'accès n'a pas répondu comme il faut. Réessayez.";
const encoded = (max: number) =>
  z
    .string(NO_ANSWER)
    .max(max, NO_ANSWER)
    .regex(/^[\w-]+$/, NO_ANSWER);

/** Longer than any authenticator's answer. */
const MAX_ANSWER = 20_000;

const written = z
  .string(NO_ANSWER)
  .max(MAX_ANSWER, NO_ANSWER)
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: "custom", message: NO_ANSWER });
      return z.NEVER;
    }
  });

const answer = {
  id: encoded(1_400),
  rawId: encoded(1_400),
  type: z.literal("public-key", NO_ANSWER),
  clientExtensionResults: z.object({}, NO_ANSWER).default({}),
};

export const assertionInput = z.object({
  credential: written.pipe(
    z.object(
      {
        ...answer,
        response: z.object(
          {
            clientDataJSON: encoded(MAX_ANSWER),
            authenticatorData: encoded(MAX_ANSWER),
            signature: encoded(MAX_ANSWER),
            /** A passkey found without a name gives back whose it is. */
            userHandle: encoded(100),
          },
          NO_ANSWER,
        ),
      },
      NO_ANSWER,
    ),
  ),
});

const name = z
  .string("Donnez un nom à cette clé.")
  .trim()
  .min(1, "Donnez un nom à cette clé.")
  .max(MAX_NAME, `${MAX_NAME} caractères au plus.`);

export const passkeyNameInput = z.object({ name });

export const creationInput = z.object({
  name,
  credential: written.pipe(
    z.object(
      {
        ...answer,
        response: z.object(
          {
            clientDataJSON: encoded(MAX_ANSWER),
            attestationObject: encoded(MAX_ANSWER),
            transports: z.array(z.string().max(40), NO_ANSWER).max(10, NO_ANSWER).default([]),
          },
          NO_ANSWER,
        ),
      },
      NO_ANSWER,
    ),
  ),
});

export const passkeyInput = z.object({ passkeyId: z.uuid() });

export interface PasskeyView {
  id: string;
  name: string;
  createdAt: Date;
  usedAt: Date | null;
  /** Has opened the login that asks. */
  isCurrent: boolean;
}
