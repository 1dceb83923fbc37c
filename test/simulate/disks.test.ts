import { expect, it } from 'vitest';
import { mbPerGb } from '../../lib/core/model/sizes.ts';
import { diskLimit } from '../../lib/core/service/disk-limit.ts';
import { openPlatform } from '../../lib/platform/index.ts';
import { gbOf, isProduction } from '../../lib/simulate/disks.ts';
import { enabled, pg, type ScenarioService, withProjects } from '../simulator/directed/parts.ts';

/** Plan startup-4 has 80 GB and allows 400 GB. */
const [planDiskMb, capMb] = [80 * mbPerGb, 400 * mbPerGb];

it.each<[string, ScenarioService, number | null]>([
  ['below its maximum', pg('orders'), 100],
  ['at its maximum', pg('orders', { diskGb: 180, usedGb: 170 }), 100],
  ['above its maximum', pg('orders', { diskGb: 200, usedGb: 170 }), 100],
  ['whose plan allows less than its maximum', pg('orders'), 500],
  ['at the limit of its plan', pg('orders', { diskGb: 400, usedGb: 390 }), 500],
  ['whose maximum is 0', pg('orders'), 0],
  ['without an autoscaler', pg('orders', { diskGb: 120 }), null],
])('a simulated life and a plan agree how far a disk grows %s', (_, service, maximum) => {
  const project = maximum === null ? { name: 'p0', services: [service] } : enabled('p0', [service], maximum);
  const { edge } = openPlatform({ scenario: withProjects(1, [project]), token: 'canary-1-5f1c', seed: 1 });
  const held = edge.state.projects.get('p0')?.services.get('orders');
  const { mb } = diskLimit({
    service: { type: service.type, plan: service.plan, diskMb: held?.diskMb ?? null },
    maximum: maximum === null ? null : { kind: 'additional', gb: maximum },
    planDiskMb,
    capMb,
  });
  expect(gbOf(edge).maximumGb).toBe(((mb ?? Number.NaN) - planDiskMb) / mbPerGb);
});

it.each([
  ['shop-prod', {}, {}, true],
  ['production', {}, {}, true],
  ['products', {}, {}, false],
  ['shop-staging', {}, {}, false],
  ['shop', { env: 'Prod' }, {}, true],
  ['shop', { environment: 'production' }, {}, true],
  ['shop-prod', { env: 'dev' }, {}, false],
  ['shop', { env: 'dev' }, { env: 'live' }, true],
])('a service of %s with project tags %j and tags %j is in production: %s', (project, projectTags, tags, expected) => {
  expect(isProduction(project, projectTags, tags)).toBe(expected);
});
