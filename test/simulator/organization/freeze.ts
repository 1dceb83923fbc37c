/** Freeze windows as the simulator knows them. Whether a moment lies in one is computed from the moment's wall clock. */
export interface SimulatedWindow {
  readonly name: string;
  readonly timeZone: string;
  /** Weekly on these days, from and to as `HH:MM`; or once, from `start` up to, not including, `end`. */
  readonly on:
    | { readonly days: readonly string[]; readonly from: string; readonly to: string }
    | { readonly start: string; readonly end: string };
}

export interface SimulatedFreeze {
  readonly windows: readonly SimulatedWindow[];
  readonly allow: readonly ('enable' | 'raise')[];
}

const formats = new Map<string, Intl.DateTimeFormat>();

const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const twoDigits = '2-digit' as const;
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    year: 'numeric',
    month: twoDigits,
    day: twoDigits,
    hour: twoDigits,
    minute: twoDigits,
  });
  formats.set(timeZone, made);
  return made;
};

const week = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** What a clock on the wall of a time zone shows: weekday, `HH:MM`, and `YYYY-MM-DDTHH:MM`. */
const wallAt = (timeZone: string, atMs: number) => {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(atMs)
      .map(({ type, value }) => [type, value]),
  );
  const time = `${parts.get('hour')}:${parts.get('minute')}`;
  const date = `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
  return { day: parts.get('weekday')?.toLowerCase() ?? '', time, moment: `${date}T${time}` };
};

const isIn = ({ timeZone, on }: SimulatedWindow, atMs: number): boolean => {
  const { day, time, moment } = wallAt(timeZone, atMs);
  if ('start' in on) return on.start <= moment && moment < on.end;
  const { days, from, to } = on;
  if (from < to) return days.includes(day) && from <= time && time < to;
  // It ends on the next day.
  const dayBefore = week[(week.indexOf(day) + 6) % 7] ?? '';
  return (days.includes(day) && from <= time) || (days.includes(dayBefore) && time < to);
};

/** The window that a moment lies in; undefined when there is none. */
export const windowAt = (freeze: SimulatedFreeze | undefined, atMs: number): SimulatedWindow | undefined =>
  freeze?.windows.find((window) => isIn(window, atMs));

/** The member of the policy document. */
export const freezeMember = ({ windows, allow }: SimulatedFreeze) => ({
  windows: windows.map(({ on, ...window }) => ({ ...window, ...on })),
  allow,
});
