import { Link } from "react-router";
import { countLabel } from "#core/search/labels.ts";
import * as addresses from "#site/addresses.ts";
import { Picture } from "../../ui/pictures/picture.tsx";
import { SectionHead } from "./section-head.tsx";

/** The position of the drawing's object, for the narrow arch that shows only a part of it. */
const focus: Record<string, string> = {
  massage: "object-[54%]",
  sophrologie: "object-[44%]",
  nutrition: "object-[34%]",
  psychotherapie: "object-[38%]",
};

interface Category {
  name: string;
  picture: string;
}

export function Categories({
  categories,
}: {
  categories: readonly (Category | (Category & { count: number; hasMore: boolean }))[];
}) {
  return (
    <section className="section page">
      <SectionHead
        title="De quoi avez-vous besoin ?"
        text="Neuf pratiques, du tapis au fauteuil. Choisissez la vôtre."
        to={addresses.sessions}
        link="Voir toutes les sessions"
      />
      <ul className="grid grid-cols-3 gap-x-3 gap-y-5 md:gap-x-6 md:gap-y-7 lg:grid-cols-9 lg:gap-4">
        {categories.map((category) => {
          const { name, picture } = category;
          return (
            <li key={name}>
              <Link
                to={`${addresses.sessions}?category=${encodeURIComponent(name)}`}
                className="group block text-center text-14 font-label no-underline md:text-16 lg:text-14"
              >
                <span className="mb-3 block aspect-[3/4] overflow-hidden rounded-t-full rounded-b-card bg-sand-100 md:aspect-card md:rounded-card lg:aspect-[3/4.4] lg:rounded-t-full">
                  <Picture
                    name={picture}
                    sizes="(min-width: 1024px) 240px, (min-width: 768px) 33vw, 50vw"
                    className={`size-full object-cover transition-transform group-hover:scale-104 ${focus[picture] ?? ""}`}
                  />
                </span>
                {name}
                {"count" in category && (
                  <span className="block font-regular text-ink-soft figures md:text-14">
                    {countLabel(category)}
                  </span>
                )}
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
