import { fnv1a } from "./session-picture.ts";

const looks = [
  { ground: "fill-sage-100", wave: "fill-sage-300", letters: "fill-sage-800" },
  { ground: "fill-clay-100", wave: "fill-clay-600/25", letters: "fill-clay-700" },
  { ground: "fill-sand-100", wave: "fill-sand-300", letters: "fill-ink" },
];

const waves = [
  "M0 62C22 44 52 50 70 62 88 74 104 66 112 60V112H0z",
  "M-4 40C24 30 40 60 66 74 84 84 100 84 116 78V116H-4z",
];

export function Monogram({ name, className = "" }: { name: string; className?: string }) {
  const words = name.split(/\s+/).filter((word) => /^\p{L}/u.test(word));
  const initials = [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => word?.charAt(0).toUpperCase() ?? "")
    .join("");
  const seed = fnv1a(name);
  const look = looks[seed % looks.length];
  return (
    <svg viewBox="0 0 112 112" aria-hidden="true" className={`shrink-0 rounded-full ${className}`}>
      <path className={look?.ground} d="M0 0h112v112H0z" />
      <path className={look?.wave} d={waves[(seed >>> 16) % waves.length]} />
      <text
        x="56"
        y="69"
        textAnchor="middle"
        fontSize="38"
        className={`font-display font-display tracking-tight ${look?.letters}`}
      >
        {initials}
      </text>
    </svg>
  );
}
