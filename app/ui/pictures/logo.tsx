export function Logo({ className = "size-8" }: { className?: string }) {
  return (
    <svg viewBox="0 0 40 40" aria-hidden="true" className={className}>
      <g fill="none" stroke="currentColor" strokeWidth="4" strokeLinecap="round">
        <path d="M14.5 5.5C6.5 13.5 6.5 26.5 14.5 34.5" />
        <path d="M25.5 5.5C33.5 13.5 33.5 26.5 25.5 34.5" />
      </g>
    </svg>
  );
}

/** At most two pairs on a page. */
export function Arc({ side, className = "" }: { side: "left" | "right"; className?: string }) {
  return (
    <svg
      viewBox="0 0 56 196"
      preserveAspectRatio="none"
      aria-hidden="true"
      className={`fill-none stroke-current stroke-3 ${side === "right" ? "-scale-x-100" : ""} ${className}`}
    >
      <path
        d="M52 4C-12 60-12 136 52 192"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
