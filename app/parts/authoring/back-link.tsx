import { ArrowLeft } from "@lucide/icons";
import { Link } from "react-router";
import * as addresses from "#site/addresses.ts";
import { Icon } from "../../ui/pictures/icon.tsx";
import { textLinkClass } from "../../ui/text-link.tsx";

export function BackToProfile() {
  return (
    <Link
      to={addresses.profile}
      className={`inline-flex min-h-11 items-center gap-2 ${textLinkClass}`}
    >
      <Icon of={ArrowLeft} className="size-4 shrink-0" />
      Retour au profil
    </Link>
  );
}
