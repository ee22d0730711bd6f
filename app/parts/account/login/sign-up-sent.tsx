import { useState } from "react";
import { useFetcher } from "react-router";
import { withSuite } from "#core/accounts/return-paths/rules.ts";
import { SIGN_UP_LIFE } from "#core/accounts/rules.ts";
import { formatPeriod } from "#core/durations.ts";
import * as addresses from "#site/addresses.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { HiddenFields } from "../../../ui/forms/hidden-fields.tsx";
import { useHydrated } from "../../../ui/hooks/use-hydrated.ts";
import { Notice } from "../../../ui/notice.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { textLinkClass } from "../../../ui/text-link.tsx";

const TITLE = "Vérifiez votre boîte mail";

export interface WaitingSignUp {
  id: string;
  email: string;
  /** False when the mailbox has had enough mails for now. */
  isMailed: boolean;
}

export interface Resent {
  isMailed: boolean;
  text: string;
}

interface Sent {
  signUp: WaitingSignUp;
  resent: Resent | null;
  typed: Readonly<Record<string, string>>;
  mailsCaught: boolean;
}

export function SignUpSent({
  emailField,
  next,
  heart,
  ...sent
}: Sent & { emailField: string; next: string; heart: string | null }) {
  const [open, setOpen] = useState(true);
  const [correcting, setCorrecting] = useState(false);
  const hydrated = useHydrated();
  const close = () => {
    setOpen(false);
    const field = document.getElementById(emailField);
    if (!(field instanceof HTMLInputElement)) return;
    // The button that sent the form lost the focus when it was disabled.
    if (correcting) field.select();
    else field.form?.querySelector<HTMLButtonElement>("button[type=submit]")?.focus();
  };
  const toLogin = (
    <ButtonLink
      to={withSuite(addresses.logIn, next, heart)}
      state={{ email: sent.signUp.email }}
      variant="sage"
    >
      Aller à la connexion
    </ButtonLink>
  );
  const words = <Words {...sent} />;
  if (!hydrated) {
    return (
      <Panel className="mt-7">
        <h2 className="text-22">{TITLE}</h2>
        <div className="mt-3 text-ink-soft">{words}</div>
        <div className="mt-6 flex flex-wrap gap-2">
          <a href={`#${emailField}`} className={`content-center min-h-11 ${textLinkClass}`}>
            Corriger l'adresse
          </a>
          {toLogin}
        </div>
      </Panel>
    );
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={TITLE}
      actions={
        <>
          <Button variant="quiet" onClick={() => setOpen(false)}>
            Fermer
          </Button>
          <Button
            onClick={() => {
              setCorrecting(true);
              setOpen(false);
            }}
          >
            Corriger l'adresse
          </Button>
          {toLogin}
        </>
      }
    >
      {words}
    </Dialog>
  );
}

function Words({ mailsCaught, ...sent }: Sent) {
  const { signUp } = sent;
  const address = <strong className="font-strong wrap-anywhere text-ink">{signUp.email}</strong>;
  return (
    <div className="grid gap-3">
      {signUp.isMailed ? (
        <p>
          Un e-mail de confirmation a été envoyé à {address}. Ouvrez le lien qu'il contient pour
          activer votre compte.
        </p>
      ) : (
        <p>
          Votre inscription avec l'adresse {address} est gardée {formatPeriod(SIGN_UP_LIFE)}.
          Plusieurs e-mails y sont déjà partis depuis une heure : demandez le vôtre un peu plus
          tard, avec « Renvoyer l'e-mail ».
        </p>
      )}
      <p>Rien reçu ? Pensez à vérifier votre dossier de courrier indésirable (spam).</p>
      <Resend {...sent} />
      {mailsCaught && (
        <p>
          Démonstration : aucun e-mail ne sort d'ici, ils se lisent dans{" "}
          <a href={addresses.demoMails} className={textLinkClass}>
            la boîte de démonstration
          </a>
          .
        </p>
      )}
    </div>
  );
}

function Resend({ signUp, resent, typed }: Omit<Sent, "mailsCaught">) {
  const fetcher = useFetcher<{ resent: Resent | null }>();
  const answer = fetcher.data?.resent ?? resent;
  return (
    <fetcher.Form method="post">
      <HiddenFields intent="resend" {...typed} email={signUp.email} signUpId={signUp.id} />
      <Button type="submit" size="small" busy={fetcher.state !== "idle"}>
        Renvoyer l'e-mail
      </Button>
      <Notice role="status" tone={answer?.isMailed ? "success" : "warning"} className="mt-3">
        {answer?.text}
      </Notice>
    </fetcher.Form>
  );
}
