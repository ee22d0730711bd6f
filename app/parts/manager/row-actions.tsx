import { Copy, EllipsisVertical, Pencil, Trash2 } from "lucide-react";
import { Link, useFetcher } from "react-router";
import { editionPath } from "#core/bookings/rules.ts";
import type { ManagedOffering } from "#core/bookings/schema.ts";
import { Button, ButtonLink, buttonClass } from "../../ui/button.tsx";

/** What can be done with a session or activity: the usual in the open, the rest behind three dots. */
export function RowActions({ offering }: { offering: ManagedOffering }) {
  const { kind, id, title, isActive } = offering;
  const fetcher = useFetcher({ key: `active-${id}` });
  const edit = editionPath(kind, id);
  const creation = kind === "session" ? "/ajouter-session" : "/ajouter-activite";
  const more = [
    { to: `${creation}?modele=${id}`, label: "Dupliquer", Icon: Copy },
    { to: `${edit}#supprimer`, label: "Supprimer", Icon: Trash2 },
  ];
  return (
    <div className="flex flex-wrap items-center gap-2">
      <ButtonLink to={edit} size="small">
        <Pencil aria-hidden className="size-4" />
        Modifier
        <span className="sr-only"> {title}</span>
      </ButtonLink>
      <fetcher.Form method="post" action={edit} preventScrollReset>
        <input type="hidden" name="intent" value={isActive ? "deactivate" : "activate"} />
        <Button
          type="submit"
          size="small"
          variant={isActive ? "quiet" : "outline"}
          busy={fetcher.state !== "idle"}
        >
          {isActive ? "Désactiver" : "Réactiver"}
          <span className="sr-only"> {title}</span>
        </Button>
      </fetcher.Form>
      <details name="row-actions" className="relative">
        <summary className={buttonClass({ variant: "quiet", size: "small" })}>
          <EllipsisVertical aria-hidden className="size-4" />
          <span className="sr-only">Autres actions pour {title}</span>
        </summary>
        <ul className="absolute right-0 z-10 mt-1 w-48 rounded-control bg-surface py-1 shadow-soft ring ring-hairline max-xs:right-auto max-xs:left-0">
          {more.map(({ to, label, Icon }) => (
            <li key={label}>
              <Link
                to={to}
                className="flex min-h-11 items-center gap-3 px-4 no-underline hover:bg-sand-100"
              >
                <Icon aria-hidden className="size-4" />
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}
