import { describe, expect, it } from 'vitest';
import { operations } from '../../../lib/platform/operations/all.ts';
import { answers } from '../answers/by-operation.ts';
import { served } from '../small-organization.ts';
import { callAll, everyRouteScenario, filled, problemsOfRefusal } from './every-route.ts';

describe('every operation', () => {
  it('answers with the members of its schema and no others, when it succeeds (§2.3, §4.7 answers, pf 2.13 successes)', async () => {
    const { platform, send } = await served({ scenario: everyRouteScenario });
    await platform.advance(3_600);
    expect(await callAll(send)).toEqual([]);
    expect(Object.keys(answers).toSorted()).toEqual(operations.map(({ id }) => id).toSorted());
  });

  it('answers with the body of a refusal, when it refuses (pf 2.13 body)', async () => {
    const { send } = await served({ scenario: everyRouteScenario });
    const wrong: string[] = [];
    for (const operation of operations) {
      const reply = await send(operation.method, filled(operation, {}), undefined, { authorization: 'Bearer unknown' });
      if (reply.status !== 401) wrong.push(`${operation.id}: ${reply.status}`);
      wrong.push(...problemsOfRefusal(reply));
    }
    expect(wrong).toEqual([]);
  });

  // §2.1 project_name, §2.1 integration_endpoint_id, §2.2 project_name, §2.2 integration_id
  it('of the specification has its method and path (§4)', () => {
    expect(operations.map(({ method, path }) => `${method} ${path}`)).toEqual(
      expect.arrayContaining([
        'POST /project/:project/integration_endpoint',
        'PUT /project/:project/integration_endpoint/:endpoint',
        'DELETE /project/:project/integration_endpoint/:endpoint',
        'POST /project/:project/integration',
        'DELETE /project/:project/integration/:integration',
      ]),
    );
  });

  it('has its public name (pf 2.14 operation ids)', () => {
    const idOf = (wanted: string) => operations.find(({ method, path }) => `${method} ${path}` === wanted)?.id;
    expect(idOf('GET /service_types')).toBe('ListPublicServiceTypes');
    expect(idOf('GET /project/:project/service_types')).toBe('ListProjectServiceTypes');
    expect(idOf('GET /project/:project/service-types/:type')).toBe('ProjectServiceTypesGet');
  });
});
