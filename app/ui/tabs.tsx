import { Link } from "react-router";

interface TabsProps {
  label: string;
  items: { to: string; label: string; current: boolean; count?: number }[];
}

/** Links, so that they work without JavaScript and can be shared. */
export function Tabs({ label, items }: TabsProps) {
  return (
    <nav aria-label={label} className="border-b border-sand-300">
      <ul className="-mb-px flex gap-2 overflow-x-auto scrollbar-none">
        {items.map((item) => (
          <li key={item.to}>
            <Link
              to={item.to}
              replace
              preventScrollReset
              aria-current={item.current ? "page" : undefined}
              className={`flex min-h-12 items-center gap-2 border-b-2 px-3 font-label whitespace-nowrap no-underline ${item.current ? "border-sage-600" : "border-transparent text-ink-soft hover:text-ink"}`}
            >
              {item.label}
              {item.count !== undefined && (
                <span className="rounded-full bg-sand-100 px-2 text-14 text-ink figures">
                  {item.count}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
