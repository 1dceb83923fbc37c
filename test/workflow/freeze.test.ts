import { describe, expect, it } from 'vitest';
import type { Platform } from '../../lib/ports.ts';
import { keys } from '../../lib/run/store/keys.ts';
import { type LocalHeadroom, startHeadroom } from './local-headroom.ts';
import { enableAll, even } from './scenarios.ts';

/** The clock begins at 2026-03-02T08:00Z, a Monday. */
const hour = 60 * 60 * 1000;

const freeze = (members: string, allow = '') =>
  `freeze: { windows: [{ name: change stop, ${members} }], allow: [${allow}] }\n`;
const today = 'start: 2026-03-02, end: 2026-03-02';

const calendar = 'calendars/freeze.ics';
const eventAt = (start: string, end: string) =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:1\r\nSUMMARY:launch\r\nDTSTART:${start}\r\nDTEND:${end}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`;

const statuses = (results: readonly { status: string }[]) => results.map(({ status }) => status);

/** Lets time pass when the first endpoint has been made. */
const passing = ({ ports, pass }: LocalHeadroom, ms: number): Platform => {
  let done = false;
  return {
    ...ports.platform,
    createEndpoint: async (...given) => {
      const endpoint = await ports.platform.createEndpoint(...given);
      if (!done) pass(ms);
      done = true;
      return endpoint;
    },
  };
};

describe('a run in a freeze', () => {
  it('writes nothing, shows which changes wait and until when, and the first run after it applies them', async () => {
    const headroom = await startHeadroom(even(2, 2), enableAll(200, freeze(today)));
    const { result, reads, writes } = await headroom.counted(() => headroom.reconcile());
    // The size of the plan, and two periods of the use of each disk.
    expect({ outcome: result.outcome, reads, writes }).toEqual({
      outcome: 'nothing',
      reads: 1 + 3 * 2 + 1 + 2 * 4,
      writes: 0,
    });
    expect(result.plan).toMatchObject({
      changes: [],
      summary: { enable: 0, addedGb: 0 },
      freeze: { reason: 'change stop', until: '2026-03-03T00:00:00.000Z', waiting: { length: 8 } },
      findings: [{ code: 'frozen', message: expect.stringContaining('8 changes of 4 services wait') }],
    });
    headroom.pass(16 * hour);
    expect((await headroom.reconcile()).outcome).toBe('applied');
  });

  it('lets through what the policy allows, and no more of a budget than is free', async () => {
    const policy = (gb: number, more: string) =>
      enableAll(
        gb,
        `${more}budgets: [{ name: b, match: { project: project-0 }, monthly: '1000', rest: share }]\nprices: { default: '0.10' }\n`,
      );
    const headroom = await startHeadroom(even(2, 2), policy(100, ''));
    expect((await headroom.reconcile()).outcome).toBe('applied');
    await headroom.store.put(keys.policy, policy(150, freeze(today, 'raise')));
    const raised = await headroom.reconcile();
    expect(raised.outcome).toBe('applied');
    expect(raised.plan).toMatchObject({ summary: { raise: 4 }, freeze: { waiting: [] }, findings: [] });
    await headroom.store.put(keys.policy, policy(120, freeze(today, 'raise')));
    const { result, writes } = await headroom.counted(() => headroom.reconcile());
    expect([result.outcome, writes, result.plan?.freeze?.waiting.length]).toEqual(['nothing', 0, 4]);
  });

  it('that begins while it is at work stops before its next write', async () => {
    const noon = freeze('start: 2026-03-02T12:00, end: 2026-03-02T18:00');
    const headroom = await startHeadroom(even(1, 3), enableAll(200, noon));
    const platform = passing(headroom, 5 * hour);
    const { result, writes } = await headroom.counted(() => headroom.reconcile({ ports: { platform } }));
    expect(writes).toBe(1);
    expect([result.outcome, ...statuses(result.results)]).toEqual([
      'partial',
      'confirmed',
      ...Array(5).fill('skipped'),
    ]);
    expect(result.results[1]?.error).toContain('freeze "change stop" until 2026-03-02T18:00:00.000Z has begun');
    headroom.pass(5 * hour);
    expect((await headroom.reconcile()).outcome).toBe('applied');
  });

  it('comes from the calendar in the store', async () => {
    const headroom = await startHeadroom(even(1, 1), enableAll(200, `freeze: { calendar: ${calendar} }\n`));
    await headroom.store.put(calendar, eventAt('20260302T000000Z', '20260303T000000Z'));
    const { result, writes } = await headroom.counted(() => headroom.reconcile());
    expect([result.outcome, writes, result.plan?.freeze?.reason]).toEqual(['nothing', 0, 'launch']);
    await headroom.store.put(calendar, eventAt('20260401T000000Z', '20260402T000000Z'));
    expect((await headroom.reconcile()).outcome).toBe('applied');
  });

  it.each([
    ['missing', undefined, 'does not exist'],
    ['no calendar', 'Sign in', 'cannot be read'],
    [
      'in an unknown time zone',
      eventAt('20260302T000000Z', '20260303T000000Z').replace('DTSTART:', 'DTSTART;TZID=X:'),
      '"X"',
    ],
  ])('writes nothing, whatever is allowed, while the calendar is %s', async (_what, text, says) => {
    const policy = enableAll(200, `freeze: { calendar: ${calendar}, allow: [enable, raise] }\n`);
    const headroom = await startHeadroom(even(1, 2), policy);
    if (text !== undefined) await headroom.store.put(calendar, text);
    const { result, writes } = await headroom.counted(() => headroom.reconcile());
    expect([result.outcome, writes]).toEqual(['nothing', 0]);
    const [finding] = result.plan?.findings ?? [];
    expect(finding).toMatchObject({ code: 'freeze-unreadable', message: expect.stringContaining(says) });
    expect(result.plan?.freeze).toMatchObject({ until: null, allow: [] });
  });
});
