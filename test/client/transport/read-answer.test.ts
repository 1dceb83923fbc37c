import { describe, expect, it } from 'vitest';
import { answerAs, anyAnswer, rememberedCharacters } from '../../../lib/client/transport/read-answer.ts';
import { services } from '../../../lib/wire/records.ts';

const names = answerAs(services, (answer) => answer.services.map((service) => service.service_name));
const list = { method: 'GET', path: '/a' } as const;
const service = { service_name: 'a', service_type: 'pg', plan: 'startup-4', state: 'RUNNING' };

describe('reading an answer', () => {
  it('gives it in the words of the model and drops what is not known', () => {
    expect(names(JSON.stringify({ services: [{ ...service, novelty: 1 }], more: [] }), list)).toEqual({
      ok: true,
      value: ['a'],
    });
  });

  it.each([
    ['', /^the answer: /],
    ['[]', /^the answer: /],
    ['{}', /^services: /],
    ['<html>', /^it is not JSON/],
    [JSON.stringify({ services: [service, { ...service, service_name: 4 }] }), /^services\.1\.service_name: /],
  ])('names the first member at fault of %j', (text, problem) => {
    expect(names(text, list)).toMatchObject({ ok: false, problem: expect.stringMatching(problem) });
  });

  it('takes anything or nothing where success says everything', () => {
    expect(anyAnswer(' \n', list)).toEqual({ ok: true, value: undefined });
    expect(anyAnswer('{"message":"deleted"}', list)).toEqual({ ok: true, value: undefined });
    expect(anyAnswer('<html>', list)).toMatchObject({ ok: false });
  });

  it('gives the same records for an answer that comes again word for word from its path, and parses any other', () => {
    const records = answerAs(services, (answer) => answer.services);
    const read = (name: string, path: string) =>
      records(JSON.stringify({ services: [{ ...service, service_name: name }] }), { method: 'GET', path });
    const recordsIn = (reading: ReturnType<typeof read>) => (reading.ok ? reading.value : undefined);
    const first = recordsIn(read('a', '/one'));
    expect(recordsIn(read('a', '/one'))).toBe(first);
    expect(recordsIn(read('a', '/two'))).toEqual(first);
    expect(recordsIn(read('b', '/one'))).toMatchObject([{ service_name: 'b' }]);
    expect(recordsIn(read('a', '/one'))).toEqual(first);
  });

  it('remembers less in a small function than in a process of a person, and never a list larger than its memory allows', () => {
    const megabytes = 1024 * 1024;
    expect(rememberedCharacters(4_096 * megabytes)).toBe(20_000_000);
    // At ten bytes for each character.
    expect(rememberedCharacters(208 * megabytes) * 10).toBeLessThanOrEqual((208 / 4) * megabytes);
    expect(rememberedCharacters(16 * megabytes)).toBe(1_000_000);
  });

  it('remembers no answer to a POST: measurements differ each time', () => {
    const records = answerAs(services, (answer) => answer.services);
    const read = () => {
      const reading = records(JSON.stringify({ services: [service] }), { method: 'POST', path: '/measured' });
      return reading.ok ? reading.value : undefined;
    };
    const first = read();
    expect(first).toHaveLength(1);
    expect(read()).not.toBe(first);
  });
});
