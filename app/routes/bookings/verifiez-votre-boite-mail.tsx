import { FREE_HOLD_LIFETIME } from "#core/bookings/holds/rules.ts";
import { MINUTE } from "#core/durations.ts";
import * as addresses from "#site/addresses.ts";
import { ResultScreen } from "../../parts/bookings/result-screen.tsx";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import { ButtonLink } from "../../ui/button.tsx";
import type { Route } from "./+types/verifiez-votre-boite-mail";

export const page = { isOpen: true };

export const meta: Route.MetaFunction = () => titleMeta("Vérifiez votre boîte mail");

/** Every sentence is true of every e-mail (rule: same-answer). */
export default function CheckYourMailbox() {
  return (
    <ResultScreen
      title="Vérifiez votre boîte mail"
      picture="message"
      actions={
        <>
          <ButtonLink to={addresses.logIn} variant="sage" size="large">
            Se connecter
          </ButtonLink>
          <ButtonLink to={addresses.sessions} size="large">
            Voir les sessions
          </ButtonLink>
        </>
      }
    >
      <p>
        Votre réservation continue par e-mail : ouvrez le lien qui vous attend, ou qui arrive dans
        un instant.
      </p>
      <p>
        Pour ce qui est gratuit, une place est gardée {FREE_HOLD_LIFETIME / MINUTE} minutes, le
        temps de confirmer.
      </p>
      <p className="text-16">
        Rien reçu ? Regardez dans les indésirables. Le lien d'une même réservation n'est envoyé
        qu'une fois par jour. Avec un compte, connectez-vous : vous réservez sans attendre d'e-mail.
      </p>
    </ResultScreen>
  );
}
