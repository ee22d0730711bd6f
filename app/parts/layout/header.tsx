import { Heart, Menu, User, X } from "@lucide/icons";
import { useEffect } from "react";
import { Form, Link, useLocation } from "react-router";
import { site } from "#core/site.ts";
import * as addresses from "#site/addresses.ts";
import type { NavLink, Viewer } from "../../browser/viewer.ts";
import { Button, ButtonLink, buttonClass, iconButtonClass } from "../../ui/button.tsx";
import { Icon } from "../../ui/pictures/icon.tsx";
import { Logo } from "../../ui/pictures/logo.tsx";

const MENU = "menu";

/** Here and not in every page's data; also those of a page whose data could not be read. */
const EVERYBODY: NavLink[] = [
  { to: addresses.about, label: "Qui sommes-nous" },
  { to: addresses.lastMinute, label: "Dernière minute" },
  { to: addresses.giftCard, label: "Carte cadeau" },
  { to: addresses.professionals, label: "Praticiens" },
];

interface HeaderProps {
  viewer: Viewer | null;
  nav?: NavLink[] | undefined;
}

export function Header({ viewer, nav = EVERYBODY }: HeaderProps) {
  const way = useWayOn();
  return (
    <header
      className={`page flex items-center print:hidden gap-3 lg:gap-8 ${viewer?.sells ? "head-in-two" : "h-19"}`}
    >
      <Link
        to={addresses.home}
        className="inline-flex min-h-11 items-center gap-2.5 font-display text-22 leading-none font-price tracking-tight no-underline"
      >
        <Logo className="size-8 text-sage-600" />
        {site.name}
      </Link>
      <nav aria-label="Principale" className="ml-2 hidden gap-1 lg:flex">
        <Links nav={nav} className="nav-link" />
      </nav>
      <div className="ml-auto flex items-center gap-2">
        {viewer ? (
          <>
            <Link
              to={addresses.favorites}
              aria-label="Mes favoris"
              className={`${iconButtonClass} max-xl:hidden`}
            >
              <Icon of={Heart} className="size-5" />
            </Link>
            <ButtonLink to={addresses.profile} variant="quiet" className="max-sm:px-3 max-xs:px-1">
              <Icon of={User} className="size-5 shrink-0 max-xs:hidden" />
              <span className="max-w-24 truncate max-xs:max-w-15 sm:max-w-40 lg:max-w-24 xl:max-w-40">
                {/* A guest's account has no name yet (rule: guest-account). */}
                {viewer.firstName || "Mon compte"}
              </span>
              <span className="sr-only"> : mon profil</span>
            </ButtonLink>
            <Logout className={viewer.sells ? "max-xl:hidden" : "max-lg:hidden"} />
          </>
        ) : (
          <>
            <ButtonLink to={addresses.logIn + way} variant="quiet" className="max-lg:hidden">
              Se connecter
            </ButtonLink>
            <ButtonLink to={addresses.signUp + way} variant="sage" className="max-lg:hidden">
              S'inscrire
            </ButtonLink>
            <Link
              to={addresses.logIn + way}
              aria-label="Se connecter"
              className={`${iconButtonClass} lg:hidden`}
            >
              <Icon of={User} className="size-5" />
            </Link>
          </>
        )}
        <button
          type="button"
          popoverTarget={MENU}
          aria-label="Ouvrir le menu"
          className={`${iconButtonClass} ${viewer?.sells ? "" : "lg:hidden"}`}
        >
          <Icon of={Menu} className="size-5" />
        </button>
      </div>
      <SideMenu viewer={viewer} />
    </header>
  );
}

/** Kept from the login to its neighbours, on this site alone. */
function useWayOn(): string {
  const { search } = useLocation();
  return /^\?(suite=%2F\w|favori=)/.test(search) ? search : "";
}

function Links({ nav, className }: { nav: NavLink[]; className: string }) {
  const { pathname, search } = useLocation();
  return nav.map(({ to, label }) => {
    const [path, query] = to.split("?");
    const current = pathname === path && (!query || search.slice(1).split("&").includes(query));
    return (
      <Link
        key={to}
        to={to}
        prefetch="intent"
        aria-current={current ? "page" : undefined}
        className={className}
      >
        {label}
      </Link>
    );
  });
}

function Logout({ className = "", block = false }: { className?: string; block?: boolean }) {
  return (
    <Form method="post" action={addresses.logOut} className={className}>
      <Button type="submit" block={block}>
        Déconnexion
      </Button>
    </Form>
  );
}

/** The platform's popover, which works without JavaScript. */
function SideMenu({ viewer }: { viewer: Viewer | null }) {
  const { key } = useLocation();
  const way = useWayOn();
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes the menu
  useEffect(() => {
    document.getElementById(MENU)?.hidePopover?.();
  }, [key]);
  return (
    <div id={MENU} popover="auto" className="side-menu">
      <div className="flex items-center justify-between">
        <span className="font-display text-22 font-price">Menu</span>
        <button
          type="button"
          popoverTarget={MENU}
          popoverTargetAction="hide"
          aria-label="Fermer le menu"
          className={iconButtonClass}
        >
          <Icon of={X} className="size-5" />
        </button>
      </div>
      <nav aria-label="Menu" className="mt-4 grid">
        <Links
          nav={EVERYBODY}
          className="flex min-h-13 items-center border-b border-sand-300 text-18 font-medium no-underline aria-[current]:text-sage-600"
        />
      </nav>
      <div className="mt-auto grid gap-3 pt-8">
        {viewer ? (
          <>
            {viewer.links.map(({ to, label }) => (
              <ButtonLink key={to} to={to} block>
                {label}
              </ButtonLink>
            ))}
            <Logout block />
          </>
        ) : (
          <>
            <Link to={addresses.logIn + way} className={buttonClass({ block: true })}>
              Se connecter
            </Link>
            <ButtonLink to={addresses.signUp + way} variant="sage" block>
              S'inscrire
            </ButtonLink>
          </>
        )}
      </div>
    </div>
  );
}
