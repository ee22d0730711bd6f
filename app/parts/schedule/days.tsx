import type { Holiday } from "#core/catalogue/schedule/rules.ts";
import { formatLongDate, fromParis, type Weekday } from "#core/dates.ts";
import { Checkbox } from "../../ui/forms/checkbox.tsx";

export function LeftOutDays({
  holidays,
  leftOut,
}: {
  holidays: readonly Holiday[];
  leftOut: readonly string[];
}) {
  const days = [...new Set([...holidays.map(({ day }) => day), ...leftOut])].sort();
  const nameOf = (day: string) => holidays.find((one) => one.day === day)?.name;
  return (
    <div className="mt-2 grid gap-x-5 sm:grid-cols-2">
      {days.map((day) => (
        <Checkbox
          key={day}
          name="leftOut"
          value={day}
          defaultChecked={leftOut.includes(day)}
          label={
            <>
              {nameOf(day) && <b className="font-strong">{nameOf(day)} : </b>}
              <span className="figures">{dayLabel(day)}</span>
            </>
          }
        />
      ))}
    </div>
  );
}

function dayLabel(day: string): string {
  const [date = "", time] = day.split("T");
  const noon = fromParis(`${date}T12:00`);
  const said = noon ? formatLongDate(noon) : date;
  return time ? `${said} à ${time}` : said;
}

const WEEKDAY_LABELS: Record<Weekday, string> = {
  monday: "Lundi",
  tuesday: "Mardi",
  wednesday: "Mercredi",
  thursday: "Jeudi",
  friday: "Vendredi",
  saturday: "Samedi",
  sunday: "Dimanche",
};

export const WEEKDAYS = Object.entries(WEEKDAY_LABELS);
