import { useEffect } from "react";
import { useLocation } from "react-router";
import { Notice } from "../../ui/notice.tsx";
import { showToast } from "../../ui/toasts/toast.ts";

export function PartFailed({ text, className }: { text: string; className?: string }) {
  const { pathname, search } = useLocation();
  useEffect(() => showToast({ title: "Erreur", text, tone: "danger" }), [text]);
  return (
    <Notice tone="danger" {...(className && { className })}>
      {text} <a href={pathname + search}>Réessayer</a>
    </Notice>
  );
}
