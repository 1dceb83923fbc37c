import { Stack } from 'aws-cdk-lib';
import { CfnAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import { expect, it } from 'vitest';
import { minutesBetween } from '../../lib/contract/schedule-expression.ts';
import { stackOf } from './deployed.ts';

/** lib/infra/monitoring/conditions.ts: how long alarms wait, by the schedule of the passes. */
export const alarmPeriods = (): void => {
  it.each([
    ['rate(30 minutes)', 75 * 60, 3],
    ['rate(1 hour)', 75 * 60, 3],
    ['rate(6 hours)', 450 * 60, 3],
    ['rate(2 days)', 56 * 3600, 3],
    ['cron(0 5 * * ? *)', 30 * 3600, 2],
  ])('alarms about what each pass does wait for the passes of %s', (reconcile, seconds, periods) => {
    const stack = stackOf({ enabled: true, schedules: { reconcile } });
    const about = /-(no-run-ended|not-enabled-for-long|work-unfinished)$/;
    const alarms = stack.node
      .findAll()
      .filter((node) => node instanceof CfnAlarm)
      .filter(({ alarmName }) => about.test(alarmName ?? ''));
    expect(alarms.length).toBe(3);
    for (const { period, evaluationPeriods, alarmDescription } of alarms) {
      expect([period, evaluationPeriods]).toEqual([seconds, periods]);
      expect(Stack.of(stack).resolve(alarmDescription)).toContain(`${Math.floor((seconds * periods) / 3600)} hours`);
    }
    // The limit of CloudWatch's evaluation range.
    expect(seconds * periods).toBeLessThanOrEqual(7 * 24 * 3600);
  });

  it.each(['rate(15 minutes)', 'rate(1 hour)', 'rate(6 hours)', 'rate(2 days)'])(
    'does not change its mind while every pass of %s repeats what it rang for, however late each of them starts',
    (reconcile) => {
      const stack = stackOf({ enabled: true, schedules: { reconcile } });
      const nodes = stack.node.findAll();
      const about = /-(run-failed|needs-person|work-unfinished|no-run-ended)$/;
      const alarms = nodes
        .filter((node) => node instanceof CfnAlarm)
        .filter(({ alarmName }) => about.test(alarmName ?? ''));
      expect(alarms.length).toBe(4);
      const [schedule] = nodes
        .filter((node) => node instanceof CfnSchedule)
        .filter(({ scheduleExpression }) => scheduleExpression === reconcile);
      const window = schedule?.flexibleTimeWindow as CfnSchedule.FlexibleTimeWindowProperty;
      const longestGap = (minutesBetween(reconcile) ?? 0) + (window.maximumWindowInMinutes ?? 0);
      // CloudWatch's windows slide: one that is not longer than the gap between two passes is empty at some moment.
      for (const { period } of alarms) expect(period).toBeGreaterThan(longestGap * 60);
    },
  );
};
