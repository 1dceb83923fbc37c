import type { Scenario } from '../../lib/platform/index.ts';
import { errorBody } from '../../lib/platform/protocol/refusal.ts';

const clouds = { 'aws-eu-west-1': 'Europe, Ireland' };
const plans = [{ type: 'pg', name: 'startup-4', diskGb: 80, capGb: 400, stepGb: 10 }];
const prices = [{ type: 'pg', plan: 'startup-4', cloud: 'aws-eu-west-1', base: '0.10', additionalGb: '0.0005' }];

export const pg = (name: string, more: object = {}) => ({
  name,
  type: 'pg',
  plan: 'startup-4',
  cloud: 'aws-eu-west-1',
  ...more,
});

/** An organization of projects with services of one plan. */
export const organizationOf = (projects: Scenario['projects']): Scenario => ({
  organization: { name: 'Test' },
  startTime: '2026-03-02T08:00:00Z',
  clouds,
  plans,
  prices,
  projects,
});

/** So many projects with so many services each. */
export const even = (projects: number, services: number, more: object = {}): Scenario =>
  organizationOf(
    Array.from({ length: projects }, (_, p) => ({
      name: `project-${p}`,
      services: Array.from({ length: services }, (_, s) => pg(`service-${s}`, more)),
    })),
  );

/** Enables everything at a maximum, with guardrails that let all of it through. */
export const enableAll = (maxAdditionalGb: number, more = '') => `
version: 1
mode: enforce
rules:
  - { name: everything, match: { project: '*' }, effect: enable, maxAdditionalGb: ${maxAdditionalGb} }
guardrails: { maxChanges: 100000, maxChangePercent: 100, maxAddedGb: 100000000, needApproval: [], firstRun: apply }
${more}`;

export const disableAll = `
version: 1
mode: enforce
rules:
  - { name: nothing, match: { project: '*' }, effect: disable }
guardrails: { maxChanges: 100000, maxChangePercent: 100, maxAddedGb: 100000000, needApproval: [], firstRun: apply }
`;

/** Lowers and disables what asks for it by the tag `want`, and enables or raises the rest. */
export const wantedByTag = `
version: 1
mode: enforce
rules:
  - { name: less, match: { tags: { want: less } }, effect: enable, maxAdditionalGb: 50 }
  - { name: off, match: { tags: { want: "off" } }, effect: disable }
  - { name: rest, match: { project: '*' }, effect: enable, maxAdditionalGb: 200 }
guardrails: { maxChanges: 100, maxChangePercent: 100, maxAddedGb: 10000, needApproval: [], firstRun: apply }
`;

/** The platform's answer to the next so many enables: it offers no autoscaler for the plan of the service. */
export const notOfferedTo = (times: number) => ({
  operation: 'ServiceIntegrationCreate',
  times,
  status: 403,
  body: errorBody(403, 'feature_not_enabled', ['Service integrations are not available for this service']),
});
