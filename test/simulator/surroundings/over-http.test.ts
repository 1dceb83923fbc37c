import { expect, it, onTestFinished } from 'vitest';
import { openPlatform } from '../../../lib/platform/index.ts';
import { sampleOrganization } from '../../sample-organization.ts';
import { overHttp } from './over-http.ts';

it('answers over HTTP what the platform itself answers', async () => {
  const token = 'canary-over-http-token';
  const platform = openPlatform({ scenario: sampleOrganization(), token, speed: 0 });
  const served = await overHttp(platform);
  onTestFinished(() => served.close());
  const [project] = platform.edge.state.projects.keys();
  const request = {
    ...({ method: 'GET', path: `/v1/project/${project}/service`, body: null } as const),
    headers: { authorization: `Bearer ${token}` },
  } as const;
  const itself = await platform.answer(request, '127.0.0.1');
  expect(await served.answer(request, '127.0.0.1')).toMatchObject({ status: 200, text: itself?.text });
});
