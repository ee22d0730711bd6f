import { useState } from "react";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Panel } from "../../ui/panel.tsx";
import { textLinkClass } from "../../ui/text-link.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";

const TITLE = "Vérifiez votre boîte mail";

/** A registration was taken in (S1§2): a dialog, or its words in the page without JavaScript. */
export function SignUpSent({ email, mailsCaught }: { email: string; mailsCaught: boolean }) {
  const [open, setOpen] = useState(true);
  const hydrated = useHydrated();
  if (!hydrated) {
    return (
      <Panel className="mt-7">
        <h2 className="text-22">{TITLE}</h2>
        <div className="mt-3 text-ink-soft">
          <Words email={email} mailsCaught={mailsCaught} />
        </div>
        <ButtonLink to="/connexion" state={{ email }} variant="sage" className="mt-6">
          Aller à la connexion
        </ButtonLink>
      </Panel>
    );
  }
  return (
    <Dialog
      open={open}
      onClose={() => setOpen(false)}
      title={TITLE}
      actions={
        <>
          <Button variant="quiet" onClick={() => setOpen(false)}>
            Fermer
          </Button>
          <ButtonLink to="/connexion" state={{ email }} variant="sage">
            Aller à la connexion
          </ButtonLink>
        </>
      }
    >
      <Words email={email} mailsCaught={mailsCaught} />
    </Dialog>
  );
}

function Words({ email, mailsCaught }: { email: string; mailsCaught: boolean }) {
  return (
    <div className="grid gap-3">
      <p>
        Un e-mail de confirmation a été envoyé à{" "}
        <strong className="font-strong wrap-anywhere text-ink">{email}</strong>. Ouvrez le lien
        qu'il contient pour activer votre compte.
      </p>
      <p>Rien reçu ? Pensez à vérifier votre dossier de courrier indésirable (spam).</p>
      {mailsCaught && (
        <p>
          Démonstration : aucun e-mail ne sort d'ici, ils se lisent dans{" "}
          <a href="/demo/mails" className={textLinkClass}>
            la boîte de démonstration
          </a>
          .
        </p>
      )}
    </div>
  );
}
