import { imageSet } from "#core/media/rules.ts";
import { type Eager, Picture, PictureSet } from "../../ui/pictures/picture.tsx";
import { pictureFraming, sessionPicture } from "./session-picture.ts";

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
  eager?: Eager;
  className?: string;
}) {
  const look = `size-full object-cover ${className}`;
  if (session.imageUrl) {
    return (
      <PictureSet
        avif={imageSet(session.imageUrl, "avif")}
        src={session.imageUrl}
        srcSet={imageSet(session.imageUrl, "jpg")}
        width={400}
        height={300}
        sizes={sizes}
        eager={eager}
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
      className={`${look} ${pictureFraming(session)}`}
    />
  );
}
