import { ErrorScreen } from "../parts/layout/error-screen.tsx";
import { drawStaticPage } from "../parts/layout/static-page.server.tsx";

/**
 * The page of an error before any page can be rendered, in our design: with the database away,
 * nobody knows whose page it would be. It needs no script, and fetches only files.
 *
 * @param address the requested path and query, to try again.
 * @param words replace « Une erreur inattendue est survenue ».
 */
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
