import type { Rule, Selector } from '../../lib/core/model/policy-document.ts';
import { compilePolicy } from '../../lib/core/policy/policy.ts';
import { aPolicy, aService, today } from '../core/organization.ts';
import { type Measurement, rounded } from './measurement.ts';

const projects = 1000;
const servicesPerProject = 100;
const types = ['pg', 'mysql', 'kafka', 'engine', 'cassandra', 'clickhouse'];
const stages = ['prod', 'staging', 'dev', 'sandbox'];

/** Rules of every kind that people write; each matches few services, so most rules are tried for most services. */
const kinds: readonly ((n: number) => Selector)[] = [
  (n) => ({ project: [`team-${n}-*`], serviceType: [types[n % types.length] ?? 'pg'] }),
  (n) => ({ service: [`*-special-${n}`], plan: ['!hobbyist-*'] }),
  (n) => ({ tags: { team: [`team-${n}`], 'cost-center': [`cc-${n}?`] } }),
  (n) => ({ project: ['*-prod'], cloud: [`*-region-${n}`], state: ['RUNNING'] }),
  (n) => ({ projectTags: { owner: [`owner-${n}`] } }),
  (n) => ({ project: ['!*-sandbox'], tags: { tier: [`${n}`, `${n}-*`] } }),
  (n) => ({ plan: [`business-${n}`, `premium-${n}-*`], serviceType: ['!grafana'] }),
  (n) => ({ tags: { 'disk-autoscaler': ['on'], size: [`*${n}*`] } }),
];

const rules: Rule[] = Array.from({ length: 200 }, (_, n) => ({
  name: `rule ${n}`,
  match: kinds[n % kinds.length]?.(n + 300) ?? {},
  effect: 'enable',
  maxAdditionalGb: n,
}));

const organization = Array.from({ length: projects }, (_, p) => ({
  project: { name: `team-${p}-${stages[p % stages.length]}`, tags: { owner: `owner-${p}`, stage: 'x' } },
  services: Array.from({ length: servicesPerProject }, (_, s) =>
    aService({
      name: `service-${p}-${s}`,
      type: types[s % types.length] ?? 'pg',
      plan: `business-${s}`,
      cloud: `aws-region-${s % 10}`,
      tags: {
        team: `team-${p}`,
        'cost-center': `cc-${s}`,
        'disk-autoscaler': s % 2 === 0 ? 'on' : 'off',
        tier: `${s}`,
      },
    }),
  ),
}));

/** What 200 rules say of each of 100,000 services, on one core. */
export const evaluatePolicy = async (): Promise<Measurement[]> => {
  const began = performance.now();
  const policy = compilePolicy(aPolicy({ rules }));
  let matched = 0;
  for (const { project, services } of organization) {
    for (const service of services) if (policy.decide(project, service, today).decision.rule !== '') matched += 1;
  }
  const seconds = (performance.now() - began) / 1000;
  if (matched === 0) throw new Error('no rule matched anything: the benchmark measures nothing');
  const benchmark = `policy, ${projects * servicesPerProject} services and ${rules.length} rules`;
  return [{ benchmark, measure: 'time', value: rounded(seconds), unit: 's', limit: 1 }];
};
