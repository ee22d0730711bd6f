import type { ReactNode } from "react";
import { Picture } from "../../ui/pictures/picture.tsx";

export function PageHead({
  title,
  intro,
  picture,
  children,
}: {
  title: string;
  intro: ReactNode;
  picture: string;
  children?: ReactNode;
}) {
  return (
    <div className="overflow-hidden bg-sand-100/55">
      <div className="page grid md:min-h-80 md:grid-cols-[minmax(0,1fr)_auto] md:gap-12">
        <div className="self-center py-10 md:py-14">
          <h1 className="md:text-48">{title}</h1>
          <div className="mt-4 max-w-[56ch] text-18 text-ink-soft">{intro}</div>
          {children}
        </div>
        <div className="hidden self-end md:block">
          <Picture
            name={picture}
            sizes="384px"
            eager="first"
            className="aspect-[6/5] w-72 rounded-t-full object-cover lg:w-84"
          />
        </div>
      </div>
    </div>
  );
}
