import { expect, it } from 'vitest';
import { defaultDeployment } from '../../../lib/cli/commands/cost/action.ts';
import { estimateCost } from '../../../lib/core/running-cost/cost.ts';

/** What people read as their bill: a figure that changes here changes for everyone, so it needs a reason in the commit. */
it.each([
  [
    'a deployment of 50 projects, with an event every 90 minutes and two channels',
    { services: 1_000, projects: 50, events: 500, channels: 2 },
    defaultDeployment(100),
    {
      'Step Functions, state transitions': 31_173,
      'Lambda, requests': 39_094,
      'Lambda (arm64), duration': 47_446,
      'S3, writes and listings': 182_151,
      'S3, reads': 640_049,
      'S3, storage': 1,
      'KMS, keys': 1,
      'KMS, requests': 14_180,
      'Secrets Manager, secrets': 2,
      'Secrets Manager, reads': 23_670,
      'EventBridge, events, queue and pipe': 2_990,
      'EventBridge Scheduler, starts': 31_451,
      'CloudWatch, logs': 1,
      'CloudWatch, metrics': 1,
      'CloudWatch, alarms': 16,
      'CloudWatch, composite alarms': 1,
      'CloudWatch, dashboards': 0,
      'SES, mails': 120,
    },
  ],
  [
    'one of 5,000 projects with a pass every quarter of an hour, whose looks take turns',
    { services: 50_000, projects: 5_000, events: 300 },
    defaultDeployment(1_000, 15),
    {
      'Step Functions, state transitions': 120_954,
      'Lambda, requests': 54_203,
      'Lambda (arm64), duration': 1_884_655,
      'S3, writes and listings': 1_989_396,
      'S3, reads': 19_329_703,
      'S3, storage': 162,
      'KMS, keys': 1,
      'KMS, requests': 33_960,
      'Secrets Manager, secrets': 1,
      'Secrets Manager, reads': 43_450,
      'EventBridge, events, queue and pipe': 4_580,
      'EventBridge Scheduler, starts': 24_881,
      'CloudWatch, logs': 1,
      'CloudWatch, metrics': 1,
      'CloudWatch, alarms': 16,
      'CloudWatch, composite alarms': 1,
      'CloudWatch, dashboards': 0,
    },
  ],
])('%s uses in a month what it is priced by', (_, load, deployment, quantities) => {
  const lines = estimateCost(load, deployment, { withAllowances: false });
  expect(Object.fromEntries(lines.map(({ item, quantity }) => [item, quantity]))).toEqual(quantities);
});
