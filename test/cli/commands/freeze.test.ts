import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../../temporary-directory.ts';
import { enableAll, even } from '../../workflow/scenarios.ts';
import { lastLine, openShell } from './shell.ts';

/** A freeze that is on whenever the test runs. */
const always = 'start: 2000-01-01, end: 2999-12-31';

const eventAt = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:1', 'SUMMARY:launch', ...lines, 'END:VEVENT', 'END:VCALENDAR', ''].join(
    '\r\n',
  );

/** A policy in a directory of its own, with a calendar beside it where one is given. */
const policyWith = (freeze: string, calendar?: string): string => {
  const folder = temporaryDirectory();
  const file = join(folder, 'policy.yaml');
  writeFileSync(file, enableAll(200, `limits: { maxAdditionalGb: 500 }\nfreeze: ${freeze}\n`));
  if (calendar !== undefined) {
    mkdirSync(join(folder, 'calendars'));
    writeFileSync(join(folder, 'calendars', 'freeze.ics'), calendar);
  }
  return file;
};

describe('a freeze at the command line', () => {
  it('shows waiting changes in plan, apply and explain, and apply writes nothing', async () => {
    const shell = await openShell(even(1, 1));
    const policy = policyWith(`{ windows: [{ name: migration, ${always} }] }`);
    const planned = await shell.run('plan', '--policy', policy, '--calls-per-minute', 'off');
    expect(planned.out).toContain('waiting until 3000-01-01T00:00:00.000Z: migration');
    expect(planned.out).toContain('Plan: 0 to enable');
    const plan = JSON.parse((await shell.run('plan', '--policy', policy, '--json')).out);
    expect(plan.freeze).toMatchObject({
      reason: 'migration',
      until: '3000-01-01T00:00:00.000Z',
      waiting: [{ kind: 'create-endpoint' }, {}],
    });
    const applied = await shell.run('apply', '--policy', policy, '--calls-per-minute', 'off');
    expect([applied.status, shell.platform.requests().writes]).toEqual([5, 0]);
    expect(lastLine(applied.out)).toBe(
      `Not written: 2 changes wait for the end of the freeze (migration, until 3000-01-01T00:00:00.000Z). After the freeze, run: headroom apply --calls-per-minute off --policy ${policy}`,
    );
    const explained = await shell.run('explain', 'project-0/service-0', '--policy', policy);
    expect(explained.out).toContain(
      '; waiting until 3000-01-01T00:00:00.000Z (migration): create-endpoint, create-integration.',
    );
  });

  it('counts waiting changes as pending for plan --detailed-exitcode', async () => {
    const shell = await openShell(even(1, 1));
    const frozen = (allow: string) => policyWith(`{ windows: [{ name: migration, ${always} }], allow: [${allow}] }`);
    const status = async (allow: string) =>
      (await shell.run('plan', '--detailed-exitcode', '--policy', frozen(allow), '--calls-per-minute', 'off')).status;
    expect(await status('')).toBe(2);
    await shell.run('apply', '--policy', frozen('enable'), '--calls-per-minute', 'off');
    expect(await status('')).toBe(0);
  });

  it('comes from the calendar beside the policy file', async () => {
    const shell = await openShell(even(1, 1));
    const apply = (calendar?: string) =>
      shell.run(
        'apply',
        '--policy',
        policyWith('{ calendar: calendars/freeze.ics }', calendar),
        '--calls-per-minute',
        'off',
      );
    expect((await apply(eventAt('DTSTART:20000101T000000Z', 'DTEND:29990101T000000Z'))).out).toContain('launch');
    expect((await apply('garbage')).out).toContain('freeze-unreadable');
    const never = eventAt('DTSTART;VALUE=DATE:20260101', 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31');
    expect((await apply(never)).out).toContain('freeze-unreadable');
    expect((await apply()).out).toContain('freeze-unreadable');
    expect(shell.platform.requests().writes).toBe(0);
    expect((await apply(eventAt('DTSTART:20000101T000000Z', 'DTEND:20000102T000000Z'))).out).toContain('Applied');
  });

  it('is checked by validate: windows with their place, and the calendar', async () => {
    const shell = await openShell(even(1, 1));
    const bad = policyWith('{ windows: [{ name: w, start: 2026-12-18, end: 2026-12-01 }] }');
    const { status, err } = await shell.run('validate', bad);
    expect([status, err]).toEqual([
      1,
      expect.stringMatching(/policy\.yaml:\d+:\d+ freeze\.windows\[0\]\.end: is before start/),
    ]);
    const calendar = '{ calendar: calendars/freeze.ics }';
    const unreadable = await shell.run(
      'validate',
      policyWith(calendar, eventAt('DTSTART;TZID=Nowhere:20260101T000000')),
    );
    expect([unreadable.status, unreadable.err]).toEqual([1, expect.stringContaining('time zone "Nowhere"')]);
    const never = eventAt('DTSTART;VALUE=DATE:20260101', 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31');
    const impossible = await shell.run('validate', policyWith(calendar, never));
    expect([impossible.status, impossible.err]).toEqual([
      1,
      expect.stringMatching(
        /policy\.yaml:\d+:\d+ freeze\.calendar: calendars\/freeze\.ics:6: RRULE of "launch" never occurs: FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31; /,
      ),
    ]);
    const missing = await shell.run('validate', policyWith(calendar));
    expect([missing.status, missing.err]).toEqual([0, expect.stringContaining('everything is frozen')]);
    const good = await shell.run('validate', policyWith(calendar, eventAt('DTSTART:20260101T000000Z')), '--strict');
    expect([good.status, good.err]).toEqual([0, '']);
  });
});
