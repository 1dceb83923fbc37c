import { expect, it } from 'vitest';
import { isProduction } from '../../../lib/core/twin/production.ts';

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
