import { useEffect, useState } from "react";
import { useRouteLoaderData } from "react-router";
import { dropCopies, keepCopy, keepsCopy } from "../../browser/device-copy.ts";
import type { Viewer } from "../../browser/viewer.ts";
import { Button } from "../../ui/button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { showToast } from "../../ui/toasts/toast.ts";

/** Shows nothing without a script (rule: on-this-device). */
export function OnThisDevice() {
  const root = useRouteLoaderData("root") as { viewer: Viewer | null } | undefined;
  const owner = root?.viewer?.id;
  const [isKept, setIsKept] = useState<boolean | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (!owner || !("serviceWorker" in navigator)) return;
    keepsCopy(owner).then(async (keeps) => {
      setIsKept(keeps);
      // The page may show something newer than what is kept.
      if (keeps) await keepCopy(owner);
    });
  }, [owner]);
  if (!owner || isKept === null) return null;
  const change = async () => {
    setBusy(true);
    if (isKept) {
      await dropCopies();
      setIsKept(false);
    } else if (await keepCopy(owner)) {
      setIsKept(true);
    } else {
      const text = "Vos sessions n'ont pas pu être gardées sur cet appareil.";
      showToast({ title: "Erreur", text, tone: "danger" });
    }
    setBusy(false);
  };
  return (
    <Panel
      aria-labelledby="sur-cet-appareil"
      className="mt-6 grid items-center gap-4 sm:grid-cols-[1fr_auto]"
    >
      <div>
        <h2 id="sur-cet-appareil" className="text-18">
          Sur cet appareil
        </h2>
        <p className="mt-1 text-ink-soft" role="status">
          {isKept
            ? "Codes et adresses se lisent sans réseau. Ils s'effacent après la séance, et quand vous vous déconnectez."
            : "Codes et adresses lisibles sans réseau, effacés après la séance et à la déconnexion. Pas sur un ordinateur que d'autres utilisent."}
        </p>
      </div>
      <Button variant={isKept ? "outline" : "sage"} busy={busy} onClick={change}>
        {isKept ? "Effacer" : "Garder"}
        <span className="sr-only"> mes sessions sur cet appareil</span>
      </Button>
    </Panel>
  );
}
