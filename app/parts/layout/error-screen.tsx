import { useLocation } from "react-router";
import { ButtonLink, buttonClass } from "../../ui/button.tsx";
import { Picture } from "../../ui/picture.tsx";

const texts: Record<number, { title: string; text: string }> = {
  403: { title: "Accès interdit", text: "Cette page n'est pas ouverte à votre compte." },
  404: {
    title: "Oops! Page not found",
    text: "Cette page n'existe pas, ou n'existe plus. L'adresse est peut-être incomplète.",
  },
};

const unexpected = {
  title: "Une erreur inattendue est survenue",
  text: "Nous n'avons pas pu afficher cette page. Réessayez dans un instant.",
};

/** The page that says what went wrong, in French, with the number that finds it in our logs. */
export function ErrorScreen({ status, requestId }: { status: number; requestId: string | null }) {
  const { pathname, search } = useLocation();
  const known = texts[status];
  const { title, text } = known ?? unexpected;
  return (
    <div className="page grid justify-items-center gap-4 py-16 text-center md:py-24">
      <Picture
        name={known ? "coaching-b" : "meditation-c"}
        sizes="240px"
        eager
        className="aspect-square w-60 rounded-t-full rounded-b-card object-cover"
      />
      <p className="mt-4 font-strong text-sage-600 figures">Erreur {status}</p>
      <h1 className="md:text-48">{title}</h1>
      <p className="max-w-text text-18 text-ink-soft">{text}</p>
      <div className="mt-4 flex flex-wrap justify-center gap-3">
        {!known && (
          <a
            href={pathname + search}
            className={buttonClass({ variant: "outline", size: "large" })}
          >
            Réessayer
          </a>
        )}
        <ButtonLink to="/" variant="sage" size="large">
          Retour à l'accueil
        </ButtonLink>
      </div>
      {!known && requestId && (
        <p className="mt-4 text-14 text-ink-soft">
          Référence à nous communiquer : <code className="break-all">{requestId}</code>
        </p>
      )}
    </div>
  );
}
