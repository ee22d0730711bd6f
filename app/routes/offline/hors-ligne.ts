import { drawOfflinePage } from "../../parts/offline/offline-pages.server.tsx";

export const page = { isOpenToTemporaryPassword: true };

export function loader() {
  return new Response(drawOfflinePage(), {
    headers: { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-cache" },
  });
}
