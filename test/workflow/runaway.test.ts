import { expect, it } from 'vitest';
import { dailyPass } from '../../lib/contract/run-request.ts';
import { startHeadroom } from './local-headroom.ts';
import { enableAll, organizationOf, pg } from './scenarios.ts';

const daySeconds = 86_400;
const daily = { trigger: { kind: 'schedule', by: dailyPass } } as const;

/** A disk of 80 GB with 40 GB for two months, to which from the second day on 9 GB a day come. */
const runningAway = () =>
  organizationOf([
    {
      name: 'shop',
      services: [
        {
          ...pg('orders', { usedGb: 40 }),
          usedGbBefore: Array.from({ length: 60 }, (_, day) => 39 + (day % 7) / 10),
          growth: { kind: 'steady', gbPerDay: 0, pieces: [{ day: 1, gbPerDay: 9 }] },
        },
      ],
    },
  ]);

/** What the daily pass of each day said of the disk. */
const lived = async (onRunaway: string, days: number) => {
  const forecast = `maxAdditionalGb: forecast, forecast: { ceilingGb: 300, atLeastGb: 40, onRunaway: ${onRunaway} }`;
  const headroom = await startHeadroom(runningAway(), enableAll(1).replace('maxAdditionalGb: 1', forecast));
  const said: { gb: number; codes: string[] }[] = [];
  for (let day = 0; day < days; day += 1) {
    const { plan } = await headroom.reconcile({ input: daily });
    const codes = (plan?.findings ?? []).map(({ code }) => code);
    said.push({ gb: plan?.decisions[0]?.maxAdditionalGb ?? 0, codes });
    await headroom.control('advance', { seconds: daySeconds });
    headroom.pass(daySeconds * 1000);
  }
  return said;
};

it('a disk whose growth runs away has a finding days before it is full, and its maximum follows the forecast', async () => {
  const days = await lived('raise', 6);
  const first = days.findIndex(({ codes }) => codes.includes('growth-runaway'));
  expect(days.map(({ gb }) => gb > 40).indexOf(true)).toBeGreaterThan(first);
  // A calm disk is measured every third day.
  expect(first).toBe(3);
});

it('a held maximum stays until a person raises it, and no day passes without a word', async () => {
  const days = await lived('hold', 12);
  expect(new Set(days.map(({ gb }) => gb))).toEqual(new Set([40]));
  const since = days.slice(3);
  expect(since.filter(({ codes }) => !codes.includes('growth-runaway'))).toEqual([]);
  const fills = days.findIndex(({ codes }) => codes.includes('disk-fills-up'));
  expect(days.findIndex(({ codes }) => codes.includes('disk-full')) - fills).toBeGreaterThanOrEqual(2);
  expect(days.slice(fills).filter(({ codes }) => !codes.some((code) => code.startsWith('disk-')))).toEqual([]);
  expect(days.at(-1)?.codes).toContain('disk-full');
});
