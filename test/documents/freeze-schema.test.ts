import { describe, expect, it } from 'vitest';
import { PolicyInvalid } from '../../lib/contract/errors.ts';
import { parsePolicy } from '../../lib/documents/documents.ts';

const head = `version: 1
rules: [{ name: all, match: { project: '*' }, effect: enable, maxAdditionalGb: 5 }]
`;

const freezeOf = (text: string) => parsePolicy(head + text, 'p.yaml').freeze;

const errorsOf = (text: string): string[] => {
  try {
    freezeOf(text);
    return [];
  } catch (error) {
    if (error instanceof PolicyInvalid) return error.message.split('\n');
    throw error;
  }
};

describe('freeze in a policy', () => {
  it('has windows of every week, of days, of days and times, a calendar, and what is let through', () => {
    const text = `freeze:
  windows:
    - { name: weekend, days: [sat, sun], timeZone: Europe/Berlin }
    - { name: nights, days: [mon, tue], from: 22:30, to: "06:00" }
    - { name: year end, start: 2026-12-18, end: 2027-01-04 }
    - { name: launch, start: 2026-05-04T18:00, end: 2026-05-05T06:30, timeZone: America/New_York }
  calendar: calendars/freeze.ics
  allow: [enable, raise]
`;
    expect(freezeOf(text)).toEqual({
      windows: [
        { name: 'weekend', timeZone: 'Europe/Berlin', days: ['sat', 'sun'], fromMinute: 0, toMinute: 1440 },
        { name: 'nights', timeZone: 'UTC', days: ['mon', 'tue'], fromMinute: 1350, toMinute: 360 },
        { name: 'year end', timeZone: 'UTC', start: Date.UTC(2026, 11, 18), end: Date.UTC(2027, 0, 5) },
        {
          name: 'launch',
          timeZone: 'America/New_York',
          start: Date.UTC(2026, 4, 4, 18),
          end: Date.UTC(2026, 4, 5, 6, 30),
        },
      ],
      calendar: 'calendars/freeze.ics',
      allow: ['enable', 'raise'],
    });
  });

  it('is absent where the document has none, and lets nothing through by default', () => {
    expect(freezeOf('')).toBeUndefined();
    expect(freezeOf('freeze: { calendar: calendars/a.ics }\n')).toEqual({
      windows: [],
      calendar: 'calendars/a.ics',
      allow: [],
    });
  });

  const window = (members: string) => `freeze: { windows: [{ name: w, ${members} }] }\n`;

  it.each([
    ['an end before the start', window('start: 2026-12-18, end: 2026-12-01'), 'freeze.windows[0].end: is before start'],
    ['no time between them', window('start: 2026-12-18T08:00, end: 2026-12-18T08:00'), 'end: is the same as start'],
    ['a day that is none', window('start: 2026-02-30, end: 2026-03-01'), 'freeze.windows[0].start: must be a day'],
    ['no end', window('start: 2026-12-18'), 'freeze.windows[0].end: is missing'],
    ['no start', window('end: 2026-12-18'), 'freeze.windows[0].start: is missing'],
    ['a zone that is none', window('days: [sat], timeZone: Europe/Berln'), 'timeZone: is not a known time zone'],
    [
      'neither days nor a start',
      window('timeZone: UTC'),
      'freeze.windows[0]: must have days of the week, or start and end',
    ],
    ['both', window('days: [sat], start: 2026-12-18, end: 2026-12-19'), 'freeze.windows[0].days: cannot be combined'],
    ['times beside a start', window('start: 2026-12-18, end: 2026-12-19, from: "08:00"'), 'from: requires days'],
    ['no time of the day', window('days: [sat], from: "08:00", to: "08:00"'), 'to: is the same as from'],
    ['a time that is none', window('days: [sat], to: "24:30"'), 'to: must be a time of day'],
    ['a beginning at the end of the day', window('days: [sat], from: "24:00"'), 'from: must be a time of day'],
    ['a day that is misspelt', window('days: [sta]'), 'days[0]: must be'],
    ['no days', window('days: []'), 'days: must list at least one day'],
    ['nothing', 'freeze: {}\n', 'freeze: must have windows, a calendar or both'],
    ['only what is let through', 'freeze: { allow: [raise] }\n', 'freeze: must have windows'],
    ['no windows', 'freeze: { windows: [] }\n', 'freeze.windows: must list at least one window'],
    [
      'lowering let through',
      'freeze: { calendar: calendars/a.ics, allow: [lower] }\n',
      'allow[0]: must be enable or raise',
    ],
    ['a calendar elsewhere', 'freeze: { calendar: ../a.ics }\n', 'calendar: must be an iCalendar file in the folder'],
    ['a calendar that climbs out', 'freeze: { calendar: calendars/../a.ics }\n', 'calendar: must be an iCalendar file'],
    ['an unknown key', 'freeze: { calendars: x }\n', 'freeze.calendars: is not a known key; did you mean calendar?'],
  ])('with %s is an error with its place', (_what, text, says) => {
    const errors = errorsOf(text);
    expect(
      errors.some((error) => /^p\.yaml:\d+:\d+ /.test(error) && error.includes(says)),
      errors.join('\n'),
    ).toBe(true);
  });

  it('with two windows of one name, and mistakes in both, tells all at once', () => {
    const errors = errorsOf(`freeze:
  windows:
    - { name: w, start: 2026-12-18, end: 2026-12-01 }
    - { name: w, days: [sat], timeZone: Nowhere }
`);
    expect(errors.map((error) => error.split(':')[1])).toEqual(['5', '6', '6']);
  });
});
