import { MapPin, Search } from "@lucide/icons";
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/pictures/icon.tsx";
import type { SearchSuggestions } from "./search-suggestions.tsx";

export function SearchFields({
  q = "",
  location = "",
  where = "location",
  isHere = false,
  compact = false,
  busy = false,
}: {
  q?: string;
  location?: string;
  where?: "location" | "place";
  isHere?: boolean;
  compact?: boolean;
  busy?: boolean;
}) {
  const look = { compact };
  return (
    <div
      className={`grid rounded-card border border-sand-500 bg-surface p-2 text-left md:grid-cols-[1fr_1fr_auto] md:items-center ${compact ? "" : "shadow-soft"}`}
    >
      <SearchField
        {...look}
        icon={<Icon of={Search} className={iconClass} />}
        label="Quoi ?"
        type="search"
        name="q"
        defaultValue={q}
        placeholder="Massage demain soir à Lyon…"
      />
      <SearchField
        {...look}
        icon={<Icon of={MapPin} className={iconClass} />}
        label="Où ?"
        type="text"
        name={where}
        defaultValue={location}
        placeholder={isHere ? "Votre position" : "Ville ou code postal"}
        autoComplete="address-level2"
        divided
      />
      <Button
        type="submit"
        variant="clay"
        size={compact ? "medium" : "large"}
        busy={busy}
        className={`mt-1 md:mt-0 md:ml-2 ${compact ? "min-h-13 md:px-7" : "md:min-h-15"}`}
      >
        Rechercher
      </Button>
    </div>
  );
}

const iconClass = "absolute top-1/2 left-4 size-5 -translate-y-1/2 text-sage-600";

interface SearchFieldProps {
  icon: ReactNode;
  label: string;
  compact: boolean;
  divided?: boolean;
  type: "search" | "text";
  name: string;
  defaultValue: string;
  placeholder: string;
  autoComplete?: string;
}

function SearchField({ icon, label, compact, divided = false, ...input }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const address = useRef(input.defaultValue);
  const [Suggestions, setSuggestions] = useState<typeof SearchSuggestions>();
  const [combobox, setCombobox] = useState<ComponentProps<"input">>();
  const [isUsed, setUsed] = useState(false);
  useEffect(() => {
    // Somebody may have begun to type before React took over.
    if (!isUsed && document.activeElement !== field.current) return;
    // Without its suggestions, the field is still a field.
    import("./search-suggestions.tsx").then(
      (module) => setSuggestions(module.SearchSuggestions),
      () => {},
    );
  }, [isUsed]);
  // Follows the address (back, « Tout effacer ») without losing the focus.
  useEffect(() => {
    if (field.current && address.current !== input.defaultValue) {
      field.current.value = address.current = input.defaultValue;
    }
  }, [input.defaultValue]);
  return (
    <>
      <label
        onFocus={() => setUsed(true)}
        onPointerEnter={() => setUsed(true)}
        className={`search-field ${compact ? "min-h-13 py-1.5" : "min-h-15 py-2.5"} ${divided ? "border-t border-sand-300 md:border-t-0 md:before:absolute md:before:inset-y-3 md:before:left-0 md:before:w-px md:before:bg-sand-300" : ""}`}
      >
        {icon}
        <span className="block text-14 leading-snug font-strong">{label}</span>
        <input
          {...input}
          {...combobox}
          ref={field}
          enterKeyHint="search"
          className="block w-full appearance-none truncate bg-transparent outline-none placeholder:text-ink-soft"
        />
      </label>
      {Suggestions && field.current && (
        <Suggestions input={field.current} atOnce={compact} onCombobox={setCombobox} />
      )}
    </>
  );
}
