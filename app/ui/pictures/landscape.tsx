import { Picture } from "./picture.tsx";

/** Needs `relative isolate overflow-hidden` around it, with room at the foot. */
export function Landscape() {
  return (
    <div className="absolute bottom-0 left-1/2 -z-10 w-250 max-w-none -translate-x-[64%] sm:w-300 md:w-[max(1600px,100vw)] md:-translate-x-[61%] lg:-translate-x-[max(50vw,42%)]">
      <Picture
        name="hero"
        sizes="(min-width: 768px) max(1600px, 100vw), (min-width: 640px) 1200px, 1000px"
        eager="first"
        className="w-full"
      />
    </div>
  );
}
