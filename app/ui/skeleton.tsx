export function Skeleton({ className = "" }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={`relative block overflow-hidden rounded-control bg-sand-100 ${className}`}
    >
      <span className="absolute inset-0 animate-shimmer bg-linear-to-r from-transparent via-paper to-transparent" />
    </span>
  );
}
