import { Picture } from "../../ui/picture.tsx";
import { sessionPicture } from "./session-picture.ts";

/** A session's photo, or the illustration that stands for it. Fills the box it is put in. */
export function SessionImage({
  session,
  sizes,
  large = false,
  eager = false,
  className = "",
}: {
  session: { id: string; category: string; imageUrl: string | null };
  sizes: string;
  large?: boolean;
  eager?: boolean;
  className?: string;
}) {
  const look = `size-full object-cover ${className}`;
  if (session.imageUrl) {
    return (
      <img
        src={session.imageUrl}
        alt=""
        width={400}
        height={300}
        loading={eager ? undefined : "lazy"}
        fetchPriority={eager ? "high" : undefined}
        decoding="async"
        className={look}
      />
    );
  }
  return (
    <Picture
      name={sessionPicture(session)}
      sizes={sizes}
      large={large}
      eager={eager}
      className={look}
    />
  );
}
