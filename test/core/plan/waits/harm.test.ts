import { describe, expect, it } from 'vitest';
import { makeForecasts } from '../../../../lib/core/forecast/forecasts.ts';
import type { Service } from '../../../../lib/core/model/model.ts';
import { at, remove, rules, shown, snapshotWith } from '../../one-service.ts';
import { aPolicy, planDiskMb, planOf, today } from '../../organization.ts';

const gb = 1024;
const day = Math.floor(Date.parse(today) / 86_400_000);
const days = Array.from({ length: 61 }, (_, back) => day - 60 + back);

/** The plan of a service with 80 GB of disk of which 68 are used, which grew by so many GB a day. */
const planned = (perDay: number, service: Partial<Service>, rule = 'enable at 100') => {
  const snapshot = snapshotWith([at('e1', 100)], ['e1'], service);
  const used = days.map((on): [number, number] => [on, (68 - perDay * (day - on)) * gb]);
  const history = { name: 'orders', lastDay: day, provisioned: [[day - 60, 80 * gb]] as [number, number][], used };
  return planOf([snapshot], {
    policy: aPolicy({ rules: rules[rule], guardrails: { ...aPolicy().guardrails, needApproval: ['harm'] } }),
    forecasts: makeForecasts({
      histories: new Map([[snapshot.project, { days, services: [{ ...history, measuredDay: day }] }]]),
      services: snapshot.services.map((one) => ({ ...one, project: snapshot.project })),
      planDiskMb,
      today: day,
    }),
  }).plan;
};

const off = { tags: { 'disk-autoscaler': 'off' } };
const codes = ({ findings }: ReturnType<typeof planned>) => findings.map(({ code }) => code);

describe('a disk with room for less than a week', () => {
  it('loses the autoscaler that its own tag turns off, and its owner gets a finding', () => {
    const plan = planned(1, off);
    expect([plan.verdict, plan.changes.map(shown)]).toEqual(['apply', remove('e1', 100)]);
    expect(plan.findings).toContainEqual(
      expect.objectContaining({
        code: 'disabled-by-tag',
        service: 'orders',
        message:
          'The disk has room for less than 7 days, and a tag of the service turns its autoscaler off. The plan does so.',
      }),
    );
  });

  it('keeps it until a person approves where a rule turns it off', () => {
    const plan = planned(1, {}, 'disable');
    expect([plan.verdict, plan.changes[0]?.waits, codes(plan).includes('disabled-by-tag')]).toEqual([
      'needs-approval',
      'protection',
      false,
    ]);
  });
});

it('a disk with room loses it by its own tag without a word', () => {
  expect(codes(planned(0, off))).not.toContain('disabled-by-tag');
});
