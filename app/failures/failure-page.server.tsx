import { ErrorScreen } from "../parts/layout/error-screen.tsx";
import { drawStaticPage } from "../parts/layout/static-page.server.tsx";

/** Needs no script and no database, which may be away. */
export function drawFailure(
  address: string,
  status: number,
  requestId: string | null,
  words?: { title: string; text: string },
): string {
  return drawStaticPage(
    { address, title: "Erreur" },
    <ErrorScreen status={status} requestId={requestId} answer={null} {...(words && { words })} />,
  );
}
