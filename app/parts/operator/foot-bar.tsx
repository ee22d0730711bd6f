import type { ReactNode } from "react";

/** Ends the form on a desk, and stays at the foot of a phone (`data-foot` leaves it room). */
export function FootBar({
  says,
  formId,
  children,
}: {
  says: string;
  formId: string;
  children: ReactNode;
}) {
  return (
    <div
      data-foot
      className="fixed inset-x-0 bottom-0 z-20 flex flex-wrap items-center gap-x-4 gap-y-2 bg-surface px-5 py-3 pb-[calc(12px+env(safe-area-inset-bottom))] shadow-soft ring ring-sand-300 md:px-8 low:static low:p-0 low:shadow-none low:ring-0 lg:static lg:p-0 lg:shadow-none lg:ring-0"
    >
      <p className="min-w-0 flex-1 text-14 leading-snug max-sm:basis-full low:hidden lg:hidden">
        <a href={`#${formId}`} className="block truncate font-strong text-ink no-underline">
          {says}
        </a>
        <span className="block text-ink-soft max-sm:hidden">Inscrit au journal sous votre nom</span>
      </p>
      <div className="max-sm:grow low:w-full lg:w-full">{children}</div>
    </div>
  );
}
