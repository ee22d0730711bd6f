import { Copy, EllipsisVertical, Pencil, Trash2 } from "@lucide/icons";
import { useRef } from "react";
import { type DiscoverBehavior, Form, Link, useFetcher } from "react-router";
import { editionPath } from "#core/bookings/rules.ts";
import type { ManagedOffering } from "#core/bookings/schema.ts";
import { WITHHELD_ACTS } from "#core/catalogue/removals/labels.ts";
import * as addresses from "#site/addresses.ts";
import { Button, ButtonLink, buttonClass } from "../../ui/button.tsx";
import { Icon } from "../../ui/pictures/icon.tsx";
import { DeleteDialog } from "../authoring/delete-dialog.tsx";

const itemClass =
  "flex min-h-11 w-full items-center gap-3 px-4 text-left no-underline hover:bg-sand-100";

export function RowActions({
  offering,
  discover,
}: {
  offering: ManagedOffering;
  discover: DiscoverBehavior;
}) {
  const { kind, id, title, isActive, withheld } = offering;
  const key = `active-${id}`;
  const fetcher = useFetcher({ key });
  const edit = editionPath(kind, id);
  const creation = kind === "session" ? addresses.addSession : addresses.addActivity;
  const question = `supprimer-${id}`;
  const menu = useRef<HTMLDetailsElement>(null);
  /** The focus returns to the button that opened the menu. */
  const closeMenu = () => {
    const isHere = menu.current?.contains(document.activeElement);
    menu.current?.removeAttribute("open");
    if (isHere) menu.current?.querySelector("summary")?.focus();
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      {isActive && (
        <ButtonLink to={addresses.publishOf(id)} discover={discover} size="small">
          Nouveau créneau
          <span className="sr-only"> : {title}</span>
        </ButtonLink>
      )}
      <ButtonLink to={edit} discover={discover} size="small">
        <Icon of={Pencil} className="size-4" />
        {withheld ? WITHHELD_ACTS[withheld] : "Modifier"}
        <span className="sr-only"> {title}</span>
      </ButtonLink>
      {!withheld && (
        <Form
          method="post"
          action={edit}
          navigate={false}
          fetcherKey={key}
          discover={discover}
          preventScrollReset
        >
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
        </Form>
      )}
      <details ref={menu} name="row-actions" className="relative">
        <summary className={buttonClass({ variant: "quiet", size: "small" })}>
          <Icon of={EllipsisVertical} className="size-4" />
          <span className="sr-only">Autres actions pour {title}</span>
        </summary>
        <ul className="absolute right-0 z-10 mt-1 w-48 rounded-control bg-surface py-1 shadow-soft ring ring-hairline max-xs:right-auto max-xs:left-0">
          {!withheld && (
            <li>
              <Link to={`${creation}?modele=${id}`} className={itemClass}>
                <Icon of={Copy} className="size-4" />
                Dupliquer
              </Link>
            </li>
          )}
          <li>
            <button type="button" popoverTarget={question} className={itemClass}>
              <Icon of={Trash2} className="size-4" />
              Supprimer
            </button>
          </li>
        </ul>
      </details>
      <DeleteDialog
        id={question}
        kind={kind}
        edition={edit}
        discover={discover}
        title={title}
        onClosed={closeMenu}
      />
    </div>
  );
}
