import { Share2 } from "@lucide/icons";
import { Icon } from "../../ui/pictures/icon.tsx";
import { showToast } from "../../ui/toasts/toast.ts";

/** Where no script can run, its place is empty. */
export function ShareButton({ title }: { title: string }) {
  const share = async () => {
    const url = location.origin + location.pathname;
    try {
      if (navigator.share) return await navigator.share({ title, url });
      await navigator.clipboard.writeText(url);
      showToast({ title: "Lien copié", text: "Vous pouvez le coller où vous voulez." });
    } catch (error) {
      // Closing the sheet is no failure.
      if (error instanceof DOMException && error.name === "AbortError") return;
      showToast({ title: "Erreur", text: "Le lien n'a pas pu être copié.", tone: "danger" });
    }
  };
  return (
    <button
      type="button"
      aria-label="Partager"
      onClick={share}
      className="grid size-11 place-items-center rounded-full bg-surface/92 transition-colors hover:bg-surface noscript:invisible"
    >
      <Icon of={Share2} className="size-5" />
    </button>
  );
}
