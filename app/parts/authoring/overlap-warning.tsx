import { durationLabel } from "#core/catalogue/labels.ts";
import { touchingText, touchingTitle } from "#core/catalogue/publishing/labels.ts";
import type { AskedOverlap } from "#core/catalogue/publishing/schema.ts";
import { formatLongDay } from "#core/dates.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";

/** Beside the hours that are too close: what they meet, and two ways out (rule: one-place). */
export function OverlapWarning({
  overlap: { start, end, near, shorter, buffer, knowing },
  isAlone = true,
  isSaved = false,
}: {
  overlap: AskedOverlap;
  isAlone?: boolean;
  isSaved?: boolean;
}) {
  return (
    <Notice role="alert">
      {!near.isTaken && <input type="hidden" name="knowing" value={knowing} />}
      <p>
        {isSaved && `Le ${formatLongDay(start)}, `}
        {touchingTitle({ start, end }, near)}
      </p>
      <p className="mt-1 font-regular text-ink">
        {touchingText(near, buffer)}
        {isSaved && !near.isTaken && " Enregistrez de nouveau pour le garder ainsi."}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {shorter !== null && (
          <Button type="submit" size="small" name="shorter" value={shorter}>
            Revenir à {durationLabel(shorter)}
          </Button>
        )}
        {isAlone && near.title !== null && (
          <Button type="submit" size="small" variant="quiet" name="parallel" value="1">
            C'est en parallèle
          </Button>
        )}
      </div>
    </Notice>
  );
}
