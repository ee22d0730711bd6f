import { WifiOff } from "@lucide/icons";
import * as addresses from "#site/addresses.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Icon } from "../../ui/pictures/icon.tsx";
import { drawStaticPage } from "../layout/static-page.server.tsx";

/** The service worker takes `data-copie` out where the device keeps no bookings (public/sw.js). */
export function drawOfflinePage(): string {
  return drawStaticPage(
    { address: addresses.offline, title: "Hors connexion" },
    <div className="page grid justify-items-center py-16 text-center">
      <div className="max-w-form">
        <span className="inline-grid size-16 place-items-center rounded-full bg-sage-100 text-sage-800">
          <Icon of={WifiOff} className="size-7" />
        </span>
        <h1 className="mt-5 text-28">Vous êtes hors connexion</h1>
        <p className="mt-3 text-ink-soft">
          Le réseau ne répond pas. Les places et les prix changent d'une minute à l'autre : nous ne
          montrons rien qui pourrait ne plus être vrai.
        </p>
        <p data-copie="" className="mt-6">
          <a href={addresses.ownSessions} className={buttonClass({ variant: "sage" })}>
            Mes sessions, gardées sur cet appareil
          </a>
        </p>
        {/* Without a script: the same address again. */}
        <form className="mt-4">
          <button type="submit" className={buttonClass({})}>
            Réessayer
          </button>
        </form>
      </div>
    </div>,
  );
}
