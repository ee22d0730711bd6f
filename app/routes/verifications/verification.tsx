import { lowered } from "#core/texts/first-letter.ts";
import { TICK_MEANING } from "#core/verifications/labels.ts";
import { REFUSED_PAPER_DAYS } from "#core/verifications/rules.ts";
import { showOwnVerification, showTick } from "#core/verifications/show-verification.server.ts";
import { submitProof } from "#core/verifications/submit-proof.server.ts";
import * as addresses from "#site/addresses.ts";
import { professionalContext, requestContext } from "../../context.server.ts";
import { redirectWithToast } from "../../cookies/flash.server.ts";
import { asOwnFormError, withKept } from "../../failures/errors.server.ts";
import { readForm } from "../../forms/read-form.ts";
import { NotProfessional } from "../../parts/agenda/not-professional.tsx";
import { textsOf } from "../../parts/drafts/tab-drafts.ts";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import { ownProofs, verificationState } from "../../parts/verification/own-proofs.server.ts";
import { ProofPanel } from "../../parts/verification/proof-panel.tsx";
import { Breadcrumb } from "../../ui/breadcrumb.tsx";
import { Notice } from "../../ui/notice.tsx";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import type { Route } from "./+types/verification";

export const page = { takesImage: true };

export const meta: Route.MetaFunction = () => titleMeta("Ma vérification");

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger votre vérification." },
  actionFailure: { title: "Erreur", text: "Votre pièce n'a pas pu être envoyée. Réessayez." },
};

export async function loader(args: Route.LoaderArgs) {
  const ctx = professionalContext(args);
  if (!ctx) return null;
  const own = await showOwnVerification(ctx);
  const { professionalId } = ctx.actor;
  return {
    proofs: ownProofs(own, ctx.now()),
    isVerified: own.isVerified,
    lines: own.isVerified ? ((await showTick(ctx, { professionalId }))?.lines ?? []) : [],
    state: verificationState(own, ctx.now()).text,
    claimed: own.claimed.map(lowered).join(", "),
    meaning: TICK_MEANING,
    refusedDays: REFUSED_PAPER_DAYS,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  // A form whose file was left out sends an empty one.
  const { file, ...texts } = form;
  const isEmpty = file instanceof File && file.size === 0 && file.name === "";
  try {
    await submitProof(context.get(requestContext), isEmpty ? texts : form);
    const text = "Une personne la lit sous 48 heures et vous écrit ce qu'elle décide.";
    return redirectWithToast(addresses.verification, { title: "Pièce reçue", text });
  } catch (error) {
    const typed = textsOf(Object.entries(texts));
    return withKept(asOwnFormError(error, request), { typed, kind: String(texts.kind ?? "") });
  }
}

export default function Verification({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData) return <NotProfessional />;
  const { proofs, isVerified, lines, state, claimed, meaning, refusedDays } = loaderData;
  return (
    <div className="page pt-4 pb-8">
      <FormToast toast={actionData?.toast} />
      <div className="mx-auto max-w-text">
        <Breadcrumb
          steps={[{ label: "Mon profil", to: addresses.profile }, { label: "Ma vérification" }]}
        />
        <h1 className="mt-2">Ma vérification</h1>
        <Notice tone={isVerified ? "success" : "info"} className="mt-6">
          {isVerified ? (
            <>
              <p>La coche « Profil vérifié » est affichée à côté de votre nom :</p>
              <ul className="mt-1 list-disc pl-5 font-regular">
                {lines.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            </>
          ) : (
            <p>{state}</p>
          )}
        </Notice>
        {claimed && (
          <Notice tone="warning" className="mt-3">
            Vos textes disent « {claimed} ». La loi réserve ce mot : donnez votre numéro ci-dessous,
            ou retirez-le de vos textes si c'est votre titre.
          </Notice>
        )}
        <div className="mt-6 grid gap-6">
          {proofs.map((proof) => (
            <ProofPanel key={proof.kind} proof={proof} answer={actionData} />
          ))}
        </div>
        <p className="mt-6 text-14 text-ink-soft">
          {meaning} Vos documents sont chiffrés, vus seulement par les personnes qui vérifient, et
          effacés un an après leur fin ; un document refusé, après {refusedDays} jours.
        </p>
      </div>
    </div>
  );
}
