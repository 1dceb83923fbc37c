import { describe, expect, it } from 'vitest';
import { operations } from '../../../lib/emulator/operations/all.ts';
import { served } from '../small-organization.ts';
import { callAll, everyRouteScenario, filled } from './every-route.ts';
import { entriesOf, fetched, problemsOf, schemaOf } from './read-document.ts';

describe('every route of the document', () => {
  it('answers as the document says, when it succeeds (§2.3, §4.7 answers, pf 2.13 successes)', async () => {
    const { platform, send } = await served({ scenario: everyRouteScenario });
    await platform.advance(3_600);
    const document = await fetched(platform.url);
    const { wrong, called } = await callAll(document, send);
    expect(wrong).toEqual([]);
    expect(called).toBe(operations.length);
  });

  it('answers as the document says, when it refuses (pf 2.13 body)', async () => {
    const { platform, send } = await served({ scenario: everyRouteScenario });
    const document = await fetched(platform.url);
    const wrong: string[] = [];
    for (const { path, method, operation } of entriesOf(document)) {
      const reply = await send(method, filled(path, operation.operationId, {}), undefined, {
        authorization: 'Bearer unknown',
      });
      const refusal = operation.responses['4XX'];
      if (reply.status !== 401) wrong.push(`${operation.operationId}: ${reply.status}`);
      wrong.push(...problemsOf(schemaOf(document, refusal?.content), reply.body));
    }
    expect(wrong).toEqual([]);
  });
});
