import { Smartphone } from "@lucide/icons";
import { useEffect, useState } from "react";
import { Form, useFetcher } from "react-router";
import { formatDate } from "#core/dates.ts";
import type { DeviceView } from "#core/notifications/push/schema.ts";
import * as addresses from "#site/addresses.ts";
import { subscribeBrowser } from "../../../browser/subscribe-browser.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { Icon } from "../../../ui/pictures/icon.tsx";
import { TextLink } from "../../../ui/text-link.tsx";

export function ToldDevices({
  devices,
  publicKey,
  isDemo,
}: {
  devices: readonly DeviceView[];
  publicKey: string;
  isDemo: boolean;
}) {
  return (
    <Panel id="appareils" title="Appareils prévenus" className="mt-6 max-w-text">
      <p className="mt-1 text-ink-soft">
        Chaque appareil se choisit sur lui-même, et le reste tant que vous y êtes connecté.
      </p>
      {devices.length > 0 && (
        <ul className="mt-2">
          {devices.map((device) => (
            <Device key={device.id} device={device} />
          ))}
        </ul>
      )}
      {!devices.some(({ isCurrent }) => isCurrent) && <AddDevice publicKey={publicKey} />}
      {isDemo && (
        <p className="mt-4 text-14 text-ink-soft">
          Dans la démonstration, les notifications se lisent{" "}
          <TextLink to={addresses.demoMails}>parmi les e-mails</TextLink>.
        </p>
      )}
    </Panel>
  );
}

function Device({ device: { id, name, agreedAt, isCurrent } }: { device: DeviceView }) {
  return (
    <li className="grid min-h-18 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 border-b border-hairline py-3">
      <span className="grid size-11 place-items-center rounded-full bg-sage-100 text-sage-800">
        <Icon of={Smartphone} className="size-5" />
      </span>
      <div>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-strong wrap-anywhere">{name}</span>
          {isCurrent && <Badge>Cet appareil</Badge>}
        </p>
        <p className="text-14 text-ink-soft figures">Depuis le {formatDate(agreedAt)}</p>
      </div>
      <Form method="post" className="max-sm:col-start-2">
        <input type="hidden" name="intent" value="remove" />
        <input type="hidden" name="deviceId" value={id} />
        <Button type="submit" size="small">
          Retirer<span className="sr-only"> : {name}</span>
        </Button>
      </Form>
    </li>
  );
}

/** Null when it can be added; « unknown » until the script has looked. */
type Obstacle = "unknown" | "unable" | "denied" | null;

function AddDevice({ publicKey }: { publicKey: string }) {
  const [obstacle, setObstacle] = useState<Obstacle>("unknown");
  const [failure, setFailure] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const fetcher = useFetcher<{ toast?: { text?: string } }>();
  useEffect(() => {
    const isAble = "serviceWorker" in navigator && "PushManager" in window;
    const isDenied = isAble && Notification.permission === "denied";
    setObstacle(isAble ? (isDenied ? "denied" : null) : "unable");
  }, []);
  const add = async () => {
    setAsking(true);
    setFailure(null);
    const answer = await subscribeBrowser(publicKey);
    setAsking(false);
    if (answer === "denied") return setObstacle("denied");
    if (answer === "failed") {
      return setFailure("Votre navigateur n'a pas pu s'inscrire à son service de notifications.");
    }
    await fetcher.submit({ intent: "subscribe", ...answer }, { method: "post" });
  };
  if (obstacle === "unknown") {
    return (
      <noscript>
        <p className="mt-4 text-14">
          Ajouter cet appareil demande JavaScript : un navigateur ne s'inscrit qu'ainsi. Vos choix
          ci-dessus s'enregistrent sans lui.
        </p>
      </noscript>
    );
  }
  if (obstacle) return <p className="mt-4 text-14">{OBSTACLES[obstacle]}</p>;
  const told = failure ?? fetcher.data?.toast?.text;
  return (
    <div className="mt-4">
      <Button type="button" variant="sage" busy={asking || fetcher.state !== "idle"} onClick={add}>
        Prévenir cet appareil
      </Button>
      <Notice tone="danger" className="mt-4">
        {told}
      </Notice>
    </div>
  );
}

const OBSTACLES = {
  unable:
    "Ce navigateur ne reçoit pas de notifications. Sur iPhone et iPad, ajoutez d'abord Parenthèse à l'écran d'accueil, puis ouvrez-la de là.",
  denied:
    "Votre navigateur refuse nos notifications. Ses réglages pour ce site permettent de les autoriser.",
};
