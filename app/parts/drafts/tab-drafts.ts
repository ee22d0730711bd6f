/** Stored in the tab under user and form; goes with the tab, a logout or the next login. */
export type Typed = [name: string, value: string][];

const PREFIX = "brouillon";
const keyOf = (owner: string, form: string) => `${PREFIX} ${owner} ${form}`;

/** A browser may have no storage, or no room left in it: then there are no drafts. */
function attempt<Result>(act: (storage: Storage) => Result): Result | null {
  try {
    return act(sessionStorage);
  } catch {
    return null;
  }
}

export function readDraft(owner: string, form: string): Typed | null {
  return attempt((storage) => JSON.parse(storage.getItem(keyOf(owner, form)) ?? "null"));
}

export function keepDraft(owner: string, form: string, typed: Typed): void {
  attempt((storage) => storage.setItem(keyOf(owner, form), JSON.stringify(typed)));
}

export function dropDraft(owner: string, form: string): void {
  attempt((storage) => storage.removeItem(keyOf(owner, form)));
}

export function dropDrafts(owner?: string): void {
  const kept = owner && keyOf(owner, "");
  attempt((storage) => {
    for (const key of Object.keys(storage)) {
      if (key.startsWith(`${PREFIX} `) && !(kept && key.startsWith(kept))) storage.removeItem(key);
    }
  });
}

const UNTYPED =
  /^(intent|version|businessVersion|cle|draftId|slot|slot\d+-(id|live|shown)|planType|signedIn)$/;

export function typedIn(form: HTMLFormElement): Typed {
  const secret = new Set(
    [...form.querySelectorAll<HTMLInputElement>("[type=password]")].map(({ name }) => name),
  );
  return [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === "string" && !secret.has(name) ? [[name, value] as const] : [],
  ) as Typed;
}

/** Reads the page's own values, whatever a browser has restored since. */
export function givenIn(form: HTMLFormElement): Typed {
  const copy = form.cloneNode(true) as HTMLFormElement;
  copy.reset();
  return typedIn(copy);
}

/** An empty row, or a hidden field, makes no difference. */
export function saysSame(one: Typed, other: Typed): boolean {
  const said = (typed: Typed) =>
    JSON.stringify(typed.filter(([name, value]) => value !== "" && !UNTYPED.test(name)));
  return said(one) === said(other);
}

export function formOf(typed: Typed): FormData {
  const form = new FormData();
  for (const [name, value] of typed) form.append(name, value);
  return form;
}

/** Only for a form in which no name comes twice. */
export function textsOf(typed: Iterable<[string, FormDataEntryValue]>): Record<string, string> {
  return Object.fromEntries([...typed].map(([name, value]) => [name, String(value)]));
}
