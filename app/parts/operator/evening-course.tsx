import { FigureTable, Legend } from "../figures/figure-table.tsx";
import type { courseIn } from "./site-details.server.ts";

const LEGEND = [
  { className: "h-1 rounded-full bg-clay-600", label: "Ce soir" },
  { className: "h-0.5 bg-sage-600", label: "Il y a 7 jours" },
  { className: "border-t-2 border-dotted border-sand-500 h-0", label: "Il y a un an" },
];

export function EveningCourse({
  course,
  places,
  said,
  now,
  rows,
  heads,
}: NonNullable<ReturnType<typeof courseIn>> & { heads: readonly string[] }) {
  const most = Math.max(places, ...course.flatMap(({ taken }) => taken.map((one) => one ?? 0)));
  const x = (place: number) => (place / Math.max(1, course.length - 1)) * 100;
  const y = (taken: number) => 100 - (taken / most) * 100;
  const pointsOf = (day: number) =>
    course.flatMap(({ taken: { [day]: taken } }, place) =>
      typeof taken === "number" ? [`${x(place)},${y(taken)}`] : [],
    );
  const last = course.findLastIndex(({ taken }) => taken[0] !== null);
  const [left, top] = [x(last), y(course[last]?.taken[0] ?? 0)];
  return (
    <section aria-labelledby="soiree">
      <h2 id="soiree" className="text-16 font-regular text-ink-soft">
        Places prises pour le soir même, heure par heure
      </h2>
      <figure aria-hidden className="mt-10">
        <div className="relative h-56 border-b border-sand-500 text-14 text-ink-soft figures md:h-64">
          <svg
            viewBox="0 0 100 100"
            preserveAspectRatio="none"
            className="absolute inset-0 size-full overflow-visible fill-none"
            role="presentation"
          >
            {[25, 50, 75].map((height) => (
              <Line
                key={height}
                points={[`0,${height}`, `100,${height}`]}
                width={1}
                className="stroke-sand-200"
              />
            ))}
            <Line
              points={[`0,${y(places)}`, `100,${y(places)}`]}
              width={1}
              dash="2 5"
              className="stroke-sand-500"
            />
            <Line points={pointsOf(2)} className="stroke-sand-500" dash="1 6" />
            <Line points={pointsOf(1)} className="stroke-sage-600" />
            <Line points={pointsOf(0)} className="stroke-clay-600" width={3.5} />
          </svg>
          <span className="absolute left-1 -translate-y-full" style={{ top: `${y(places)}%` }}>
            {said}
          </span>
          {last >= 0 && (
            <>
              <i
                className="absolute size-3.5 -translate-1/2 rounded-full bg-clay-600 ring-3 ring-paper"
                style={{ left: `${left}%`, top: `${top}%` }}
              />
              <b
                className="absolute -translate-y-[150%] text-16 font-strong whitespace-nowrap text-clay-700"
                style={{
                  top: `${top}%`,
                  ...(left < 50 ? { left: `${left}%` } : { right: `${100 - left}%` }),
                }}
              >
                {now}
              </b>
            </>
          )}
        </div>
        <div className="mt-2 flex justify-between text-14 text-ink-soft figures">
          {course.map(({ hour }, place) => place % 2 === 0 && <span key={hour}>{hour} h</span>)}
        </div>
        <Legend
          items={LEGEND.filter((_, day) => course.some(({ taken }) => taken[day] !== null))}
        />
      </figure>
      <FigureTable caption="Places prises par heure" columns={["Heure", ...heads]} rows={rows} />
    </section>
  );
}

export function Line({
  points,
  className,
  width = 2,
  dash,
}: {
  points: string[];
  className: string;
  width?: number;
  dash?: string;
}) {
  return (
    <polyline
      points={points.join(" ")}
      vectorEffect="non-scaling-stroke"
      strokeWidth={width}
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeDasharray={dash}
      className={className}
    />
  );
}
