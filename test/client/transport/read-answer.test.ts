import { describe, expect, it } from 'vitest';
import { answerAs, anyAnswer } from '../../../lib/client/transport/read-answer.ts';
import { services } from '../../../lib/wire/records.ts';

const names = answerAs(services, (answer) => answer.services.map((service) => service.service_name));
const service = { service_name: 'a', service_type: 'pg', plan: 'startup-4', state: 'RUNNING' };

describe('reading an answer', () => {
  it('gives it in the words of the model and drops what is not known', () => {
    expect(names(JSON.stringify({ services: [{ ...service, novelty: 1 }], more: [] }))).toEqual({
      ok: true,
      value: ['a'],
    });
  });

  it.each([
    ['', /^the answer: /],
    ['[]', /^the answer: /],
    ['{}', /^services: /],
    ['<html>', /^it is not JSON/],
    [
      JSON.stringify({
        services: [
          { ...service, service_name: 4 },
          { ...service, service_name: 5 },
        ],
      }),
      /^services\.0\.service_name: /,
    ],
  ])('names the first member at fault of %j', (text, problem) => {
    expect(names(text)).toMatchObject({ ok: false, problem: expect.stringMatching(problem) });
  });

  it('takes anything or nothing where success says everything', () => {
    expect(anyAnswer(' \n')).toEqual({ ok: true, value: undefined });
    expect(anyAnswer('{"message":"deleted"}')).toEqual({ ok: true, value: undefined });
    expect(anyAnswer('<html>')).toMatchObject({ ok: false });
  });
});
