import { Autocomplete } from "@base-ui/react/autocomplete";
import { MapPin, Search } from "@lucide/icons";
import {
  type ComponentProps,
  memo,
  type Ref,
  type RefObject,
  startTransition,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useNavigate } from "react-router";
import type { Suggestion } from "#core/search/typing/schema.ts";
import * as addresses from "#site/addresses.ts";
import { Icon } from "../../../ui/pictures/icon.tsx";
import { Monogram } from "../monogram.tsx";
import { searchParams } from "./use-search-submit.ts";

type InputProps = ComponentProps<"input">;

/** Milliseconds without a keystroke. */
const PAUSE = 150;
/** Later answers are useless to somebody who types. */
const PATIENCE = 4_000;

/** Leaves the input uncontrolled, so that text, caret and composition are untouched. */
export const SearchSuggestions = memo(function SearchSuggestions({
  input,
  atOnce,
  onCombobox,
}: {
  input: HTMLInputElement;
  atOnce: boolean;
  onCombobox: (props: InputProps) => void;
}) {
  const [typed, setTyped] = useState(input.value);
  // Somebody who was faster than this script need not type again.
  const [isWanted, setWanted] = useState(
    document.activeElement === input && input.value !== input.defaultValue,
  );
  const choose = useChoice(input, atOnce, setTyped);
  const isChoosing = useRef(false);
  const found = useSuggestions(
    input.name === "q" ? "what" : "where",
    isWanted ? typed.trim() : "",
    isChoosing,
  );
  const isOpen = isWanted && found !== null && found.length > 0;
  const actions = useRef<Autocomplete.Root.Actions>(null);
  useEffect(() => {
    if (!isOpen) actions.current?.unmount();
  }, [isOpen]);
  const field = input.closest("label");

  return (
    <>
      <div hidden>
        <Autocomplete.Root
          items={found ?? []}
          filter={null}
          itemToStringValue={({ label }: Suggestion) => label}
          value={typed}
          onValueChange={(value, { reason }) => {
            if (reason === "input-change") setTyped(value);
            if (reason === "escape-key") setWanted(false);
          }}
          onItemHighlighted={(suggestion) => {
            isChoosing.current = suggestion !== undefined;
          }}
          open={isOpen}
          actionsRef={actions}
          onOpenChange={(open) => {
            setTyped(input.value);
            setWanted(open);
          }}
        >
          <Autocomplete.Input
            onBlur={() => setWanted(false)}
            render={(props) => <Adopted {...props} input={input} onCombobox={onCombobox} />}
          />
          <Autocomplete.Portal container={field?.parentElement} className="absolute">
            <Autocomplete.Positioner
              anchor={field}
              positionMethod="fixed"
              align="start"
              sideOffset={12}
              className="z-40 w-(--anchor-width)"
            >
              {/* Not in the library's Popup, which hides the rest of the page from screen readers. */}
              <Autocomplete.List
                aria-label="Suggestions"
                onMouseDown={(event) => event.preventDefault()}
                className="max-h-[min(26rem,var(--available-height))] overflow-y-auto overscroll-contain rounded-card border border-sand-300 bg-surface p-1.5 text-left text-ink shadow-soft"
              >
                {(suggestion: Suggestion) => (
                  <Autocomplete.Item
                    key={`${suggestion.kind} ${suggestion.id ?? suggestion.label}`}
                    value={suggestion}
                    onClick={() => choose(suggestion)}
                    className="flex min-h-12 cursor-pointer items-center gap-3 rounded-control px-2.5 py-1.5 leading-snug data-highlighted:bg-sand-100 data-highlighted:outline-2 data-highlighted:-outline-offset-2"
                  >
                    <Line suggestion={suggestion} typed={typed} />
                  </Autocomplete.Item>
                )}
              </Autocomplete.List>
            </Autocomplete.Positioner>
          </Autocomplete.Portal>
        </Autocomplete.Root>
      </div>
      <p role="status" className="sr-only">
        {isWanted && found && countLabel(found.length)}
      </p>
    </>
  );
});

function countLabel(count: number): string {
  if (count === 0) return "Aucune suggestion";
  return count === 1 ? "1 suggestion" : `${count} suggestions`;
}

interface AdoptedProps extends Omit<InputProps, "ref"> {
  ref?: Ref<HTMLInputElement> | undefined;
  input: HTMLInputElement;
  onCombobox: (props: InputProps) => void;
}

function Adopted({ input, onCombobox, ref, value: _, ...props }: AdoptedProps) {
  useImperativeHandle(ref, () => input, [input]);
  useLayoutEffect(() => onCombobox(props));
  return null;
}

function Line({ suggestion, typed }: { suggestion: Suggestion; typed: string }) {
  const { kind, label, city } = suggestion;
  const [before, match, after] = matchedParts(label, typed);
  return (
    <>
      {kind === "professional" ? (
        <Monogram name={label} className="size-9" />
      ) : (
        <span className="grid size-9 shrink-0 place-items-center rounded-full bg-sage-100 text-sage-800">
          <Icon of={kind === "place" ? MapPin : Search} className="size-4.5" />
        </span>
      )}
      <span className="min-w-0">
        <span className="block wrap-break-word">
          {before}
          {match && <mark className="bg-transparent font-bold text-ink">{match}</mark>}
          {after}
        </span>
        {kind === "professional" && (
          <span className="block text-14 text-ink-soft">
            {city ? `Praticien · ${city}` : "Praticien"}
          </span>
        )}
      </span>
    </>
  );
}

function useChoice(input: HTMLInputElement, atOnce: boolean, setTyped: (text: string) => void) {
  const navigate = useNavigate();
  return ({ kind, label, id }: Suggestion) => {
    if (kind === "professional" && id) {
      navigate(addresses.professional(id));
      return;
    }
    const { form } = input;
    // Beside another category, an activity's name as a word would find nothing.
    const isCategory = atOnce && form && kind === "activity";
    const text = isCategory ? "" : label;
    input.value = text;
    setTyped(text);
    if (isCategory) {
      const params = searchParams(form);
      params.set("category", label);
      navigate(`${addresses.sessions}?${params}`, { preventScrollReset: true });
    } else if (atOnce) form?.requestSubmit();
  };
}

/** Null while unknown; an answer that arrives during a choice is dropped, so that nothing moves. */
function useSuggestions(
  field: "what" | "where",
  q: string,
  isChoosing: RefObject<boolean>,
): readonly Suggestion[] | null {
  const [found, setFound] = useState<readonly Suggestion[] | null>(null);
  useEffect(() => {
    isChoosing.current = false;
    if (q === "") {
      setFound(null);
      return;
    }
    const outdated = new AbortController();
    const answer = (suggestions: readonly Suggestion[] | null) => {
      if (outdated.signal.aborted || isChoosing.current) return;
      // In a transition, so that the next letter need not wait for the previous list.
      startTransition(() => setFound(suggestions));
    };
    const timer = setTimeout(() => {
      ask(field, q, outdated.signal).then(answer, () => answer(null));
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      outdated.abort();
    };
  }, [field, q, isChoosing]);
  return found;
}

/** Sent without a cookie, so that caches may keep the answer for everybody. */
async function ask(field: string, q: string, outdated: AbortSignal): Promise<Suggestion[]> {
  const answer = await fetch(`/api/v1/suggestions?${new URLSearchParams({ field, q })}`, {
    credentials: "omit",
    signal: AbortSignal.any([outdated, AbortSignal.timeout(PATIENCE)]),
  });
  if (!answer.ok) throw new Error(`suggestions answered ${answer.status}`);
  const { data }: { data: Suggestion[] } = await answer.json();
  return data;
}

function plain(letter: string): string {
  return letter
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace("œ", "oe")
    .replace("æ", "ae")
    .replace(/[^a-z0-9]/g, "");
}

/** Splits a label into before, match and after; without a match, the first is the whole label. */
export function matchedParts(label: string, typed: string): [string, string, string] {
  const text = label.normalize();
  const wanted = [...typed.normalize()].map((letter) => plain(letter) || " ").join("");
  const words = wanted.trim().replace(/ +/g, " ");
  const found: { letter: string; from: number; to: number }[] = [];
  let from = 0;
  for (const letter of text) {
    const to = from + letter.length;
    const letters = plain(letter);
    for (const each of letters) found.push({ letter: each, from, to });
    if (letters === "" && found.at(-1)?.letter !== " ") found.push({ letter: " ", from, to });
    from = to;
  }
  const at = ` ${found.map(({ letter }) => letter).join("")}`.indexOf(` ${words}`);
  const first = found[at];
  const last = found[at + words.length - 1];
  if (words === "" || !first || !last) return [text, "", ""];
  return [text.slice(0, first.from), text.slice(first.from, last.to), text.slice(last.to)];
}
