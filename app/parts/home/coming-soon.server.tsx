import { base as illustrations } from "virtual:illustrations";
import { LocateFixed } from "@lucide/icons";
import { renderToStaticMarkup } from "react-dom/server";
import { NEARBY_RADIUS } from "#core/search/rules.ts";
import * as addresses from "#site/addresses.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/pictures/icon.tsx";
import { Arc } from "../../ui/pictures/logo.tsx";

export const COMING_SOON = renderToStaticMarkup(
  <section className="section page grid gap-6 lg:grid-cols-[7fr_5fr]">
    <div className="grid overflow-hidden rounded-card bg-sage-100 sm:grid-cols-2">
      <div className="self-center px-6 py-8 sm:px-9 sm:py-10">
        <h2 className="mb-2">Près de chez vous</h2>
        <p className="text-ink-soft">
          Les sessions libres dans un rayon de {NEARBY_RADIUS} km, à pied ou à vélo, la plus proche
          d'abord.
        </p>
        <form
          action={addresses.sessions}
          aria-label="Autour d'un endroit"
          className="mt-5 flex flex-wrap gap-2"
        >
          <label className="min-w-0 flex-1 basis-44">
            <span className="sr-only">Autour de</span>
            <input
              name="place"
              required
              placeholder="Ville ou code postal"
              autoComplete="address-level2"
              enterKeyHint="search"
              className="block min-h-12 w-full rounded-control border border-sand-500 bg-surface px-3.5"
            />
          </label>
          <Button type="submit" variant="sage">
            Chercher
          </Button>
          <a
            href={`${addresses.sessions}?filter=nearby`}
            className="inline-flex min-h-11 basis-full items-center gap-2 font-strong"
            data-around=""
          >
            <Icon of={LocateFixed} className="size-4" />
            Autour de moi
          </a>
          <p role="status" className="basis-full text-14 text-ink-soft" />
        </form>
      </div>
      <img
        src={`${illustrations}/carte.svg`}
        alt=""
        width={400}
        height={300}
        loading="lazy"
        className="size-full min-h-55 object-cover"
      />
    </div>
    <div className="flex flex-col justify-between rounded-card bg-sand-100 px-6 py-8 sm:px-9 sm:py-10">
      <div>
        <h2>Suivez nos parenthèses</h2>
        <p className="mt-2 text-ink-soft">Des idées pour souffler, partagées par nos praticiens.</p>
      </div>
      <p className="mt-6 flex min-h-37 items-center justify-center gap-3.5 rounded-card bg-paper font-display text-18 text-ink-soft">
        {/* Two pairs of arcs on a page are enough. */}
        <Arc side="left" className="h-14 w-4.5 text-sand-500 lg:hidden" />
        Visuel à venir
        <Arc side="right" className="h-14 w-4.5 text-sand-500 lg:hidden" />
      </p>
    </div>
  </section>,
);
