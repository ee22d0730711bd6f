import { useEffect, useState } from "react";
import { judgePassword, type PasswordStrength as Strength } from "#core/texts/password-strength.ts";

const STRENGTHS: Record<Strength, { label: string; bars: number; color: string }> = {
  weak: { label: "Facile à deviner", bars: 1, color: "bg-clay-600" },
  fair: { label: "Correct", bars: 2, color: "bg-sage-300" },
  strong: { label: "Solide", bars: 3, color: "bg-sage-600" },
};

/** Milliseconds without a keystroke before the strength is judged. */
const PAUSE = 150;

/** Large, so loaded on demand. */
export default function PasswordStrength({
  password,
  own,
}: {
  password: string;
  own: readonly string[];
}) {
  const [strength, setStrength] = useState<Strength | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setStrength(judgePassword(password, own)), PAUSE);
    return () => clearTimeout(timer);
  }, [password, own]);
  if (!strength) return null;
  const { label, bars, color } = STRENGTHS[strength];
  return (
    <span className="flex items-center gap-3">
      <span aria-hidden className="flex gap-1">
        {[1, 2, 3].map((bar) => (
          <span
            key={bar}
            className={`h-1.5 w-8 rounded-full ${bar <= bars ? color : "bg-sand-300"}`}
          />
        ))}
      </span>
      {label}
    </span>
  );
}
