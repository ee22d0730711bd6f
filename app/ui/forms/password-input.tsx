import { Eye, EyeOff } from "@lucide/icons";
import { type ComponentProps, useState } from "react";
import { useHydrated } from "../hooks/use-hydrated.ts";
import { Icon } from "../pictures/icon.tsx";
import { controlClass } from "./field.tsx";

/** The button needs JavaScript and appears with it. */
export function PasswordInput({ className = "", ...props }: Omit<ComponentProps<"input">, "type">) {
  const [shown, setShown] = useState(false);
  const hydrated = useHydrated();
  return (
    <div className={`relative ${className}`}>
      <input {...props} type={shown ? "text" : "password"} className={`${controlClass} pr-28`} />
      {hydrated && (
        <button
          type="button"
          aria-pressed={shown}
          aria-controls={props.id}
          onClick={() => setShown(!shown)}
          className="absolute top-0.5 right-1 inline-flex min-h-11 items-center gap-2 rounded-control px-3 text-14 font-strong hover:bg-sand-100"
        >
          <Icon of={shown ? EyeOff : Eye} className="size-4" />
          {shown ? "Masquer" : "Afficher"}
          <span className="sr-only"> le mot de passe</span>
        </button>
      )}
    </div>
  );
}
