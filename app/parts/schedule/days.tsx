import type { Holiday } from "#core/catalogue/schedule/rules.ts";
import { WEEKDAYS as DAYS, formatLongDate, fromParis, weekdayName } from "#core/dates.ts";
import { capitalised } from "#core/texts/first-letter.ts";
import { Checkbox } from "../../ui/forms/checkbox.tsx";

interface LeftOutDaysProps {
  holidays: readonly Holiday[];
  leftOut: readonly string[];
}

export function LeftOutDays({ holidays, leftOut }: LeftOutDaysProps) {
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

export const WEEKDAYS = DAYS.map((day, at) => [day, capitalised(weekdayName(at + 1))] as const);
