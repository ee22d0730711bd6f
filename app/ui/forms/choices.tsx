import { type ReactNode, useId } from "react";

interface ChoicesProps {
  legend: string;
  error?: string[] | undefined;
  className?: string;
  children: ReactNode;
}

const row = "grid auto-cols-fr grid-flow-col rounded-control border border-sand-500 bg-surface";

export function Choices({ legend, error, className = row, children }: ChoicesProps) {
  const id = useId();
  return (
    <fieldset aria-describedby={error ? id : undefined}>
      <legend className="mb-1.5 font-label">{legend}</legend>
      <div className={className}>{children}</div>
      {error && (
        <p id={id} className="mt-1.5 text-14 font-label text-danger">
          {error[0]}
        </p>
      )}
    </fieldset>
  );
}
