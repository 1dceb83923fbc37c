import { expect, it } from 'vitest';
import { operationName } from '../../../lib/client/retiring/operation-name.ts';

it.each([
  ['/organization/org1/projects', '/organization/{organization}/projects'],
  ['/project/tags/tags', '/project/{project}/tags'],
  ['/project/service/service/events/metrics', '/project/{project}/service/{service}/metrics'],
  ['/project/p/integration_endpoint/e', '/project/{project}/integration_endpoint/{endpoint}'],
  ['/project/p/integration/i', '/project/{project}/integration/{integration}'],
  [
    '/project/p/pricing/service-types/pg/plans/startup-4/clouds/google-x',
    '/project/{project}/pricing/service-types/{type}/plans/{plan}/clouds/{cloud}',
  ],
  [
    '/organization/o/application-users/u/access-tokens/abc',
    '/organization/{organization}/application-users/{user}/access-tokens/{token}',
  ],
  ['/access_token/abc', '/access_token/{token}'],
  ['/project/p/service?include=x', '/project/{project}/service'],
  ['/me', '/me'],
])('the operation of %s is %s', (path, template) => {
  expect(operationName({ method: 'GET', path })).toBe(`GET ${template}`);
});

it('a part of a path that no operation has is never shown', () => {
  expect(operationName({ method: 'PUT', path: '/project/p/secret-name/x' })).toBe('PUT /project/{project}/{…}/{…}');
});
