import { ALERT_LINK_LIFE } from "#core/alerts/rules.ts";
import { formatPeriod } from "#core/durations.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext } from "../../context.server.ts";
import { ResultScreen } from "../../parts/bookings/result-screen.tsx";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { textLinkClass } from "../../ui/text-link.tsx";
import type { Route } from "./+types/demandee";

export const meta: Route.MetaFunction = () => titleMeta("Vérifiez votre boîte mail");

export function loader({ context }: Route.LoaderArgs) {
  return { mailsCaught: context.get(requestContext).config.mailsCaught };
}

/** Every sentence is true of every address (rule: same-answer). */
export default function AlertAsked({ loaderData: { mailsCaught } }: Route.ComponentProps) {
  return (
    <ResultScreen
      title="Vérifiez votre boîte mail"
      picture="message"
      actions={
        <ButtonLink to={addresses.sessions} size="large">
          Voir les sessions
        </ButtonLink>
      }
    >
      <p>
        Ouvrez le lien qui vous y attend, ou qui arrive dans un instant : votre alerte est gardée à
        ce moment-là, pas avant. Il fonctionne {formatPeriod(ALERT_LINK_LIFE)}.
      </p>
      <p className="text-16">
        Rien reçu ? Regardez dans les indésirables. Ce lien n'est envoyé qu'une fois par jour à une
        adresse : la page qu'il ouvre permet d'ajouter d'autres alertes.
      </p>
      {mailsCaught && (
        <p className="text-14">
          Démonstration : il se lit dans{" "}
          <a href={addresses.demoMails} className={textLinkClass}>
            la boîte de démonstration
          </a>
          .
        </p>
      )}
    </ResultScreen>
  );
}
