import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Scenario } from '../../lib/platform/index.ts';
import { sampleOrganization } from '../sample-organization.ts';
import { drawsOf } from '../simulator/engine/random.ts';

/** The projects of the sample organization again and again, each service with a growth of its own, up to so many services. */
const organizationOf = (services: number): Scenario => {
  const sample = sampleOrganization();
  const draws = drawsOf(1, 'growth');
  const projects: Scenario['projects'] = [];
  for (let count = 0, copy = 0; count < services; copy += 1) {
    for (const project of sample.projects) {
      const own = (project.services ?? []).slice(0, services - count).map((service) => {
        const { growthGbPerDay } = service;
        if (typeof growthGbPerDay !== 'number') return service;
        return { ...service, growthGbPerDay: Math.round(growthGbPerDay * (500 + draws.below(1000))) / 1000 };
      });
      if (own.length === 0) break;
      count += own.length;
      const names = new Set(own.map(({ name }) => name));
      const integrations = (project.integrations ?? []).filter(({ service }) => names.has(service));
      projects.push({ ...project, name: `unit-${copy}-${project.name}`, services: own, integrations });
    }
  }
  return { ...sample, projects };
};

const policies = join(import.meta.dirname, '..', '..', 'docs', 'policies');

/** Amounts and limits of an example policy for an organization that is so many times as large. */
const scaled = (text: string, factor: number): string =>
  text
    .replaceAll(
      /(monthly|maxAddedMonthly): "([\d.]+)"/g,
      (_, name, amount) => `${name}: "${(amount * factor).toFixed(2)}"`,
    )
    .replaceAll(/(maxChanges|maxAddedGb): (\d+)/g, (_, name, count) => `${name}: ${Math.ceil(count * factor)}`);

/** Writes an organization and an example policy of its size. @returns the paths */
export const writeOrganization = (folder: string, services: number, policy: string) => {
  const paths = { scenario: join(folder, `${services}.json`), policy: join(folder, `${services}-${policy}`) };
  writeFileSync(paths.scenario, JSON.stringify(organizationOf(services)));
  writeFileSync(paths.policy, scaled(readFileSync(join(policies, policy), 'utf8'), services / 30));
  return paths;
};
