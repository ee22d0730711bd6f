import { ErrorScreen, TypedFields } from "../parts/layout/error-screen.tsx";
import { drawStaticPage } from "../parts/layout/static-page.server.tsx";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";

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

export function drawAway(address: string, requestId: string, sent: FormData): string {
  const fields = [...sent];
  const typed = fields.filter((field): field is [string, string] => typeof field[1] === "string");
  const hadFile = fields.some(([, value]) => typeof value !== "string" && value.size > 0);
  return drawStaticPage(
    { address, title: "Réessayez dans un instant" },
    <div className="page grid justify-items-center py-10">
      <div className="w-full max-w-form">
        <h1>Réessayez dans un instant</h1>
        <p className="mt-2 text-ink-soft">
          Le site est momentanément indisponible : votre demande n'a pas été enregistrée. Ce que
          vous avez écrit est gardé sur cette page.
        </p>
        <form method="post" action={address} encType="multipart/form-data" className="mt-7">
          <TypedFields typed={typed} />
          <Button type="submit" variant="clay" size="large">
            Envoyer de nouveau
          </Button>
        </form>
        {hadFile && (
          <Notice className="mt-6">
            Votre photo n'a pas pu être gardée : vous pourrez l'ajouter ensuite.
          </Notice>
        )}
        <p className="mt-6 text-14 text-ink-soft">
          Référence à nous communiquer : <code className="break-all">{requestId}</code>
        </p>
      </div>
    </div>,
  );
}
