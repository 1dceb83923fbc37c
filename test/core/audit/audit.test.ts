import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AuditedWrite,
  auditedText,
  auditText,
  emptyChain,
  mostRecordsOfFile,
  wholeFile,
  writesOfFiles,
} from '../../../lib/core/audit/audit.ts';

const aWrite = (given: Partial<AuditedWrite> = {}): AuditedWrite => ({
  runId: 'run-1',
  digest: 'd',
  trigger: { kind: 'manual', by: 'a test' },
  rule: 'everyone',
  reason: 'Because.',
  reasons: [{ source: 'rule', text: 'Because.' }],
  kind: 'delete-endpoint',
  project: 'shop',
  service: 'orders',
  endpointName: 'headroom-orders',
  endpointId: 'e1',
  before: { kind: 'endpoint', maximum: { kind: 'additional', gb: 100 }, maxAdditionalGb: 100 },
  after: null,
  requestId: 'r1',
  at: '2030-01-01T00:00:00.000Z',
  status: 'confirmed',
  error: null,
  ...given,
});

const about = { part: 1, build: '0.1.0', sealedAt: '2030-01-01T00:10:00.000Z' };

const textOf = (writes: readonly AuditedWrite[] = [aWrite(), aWrite({ service: 'stock' })]): string =>
  auditText(emptyChain, about, writes);

describe('the text of a file', () => {
  it('has once what all its records share, and the file has it in each record again', () => {
    const trigger = { kind: 'schedule', by: 'hourly pass' } as const;
    const writes = ['a', 'b', 'c'].map((service) => aWrite({ service, digest: 'digest-1', trigger }));
    const text = textOf(writes);
    for (const shared of ['hourly pass', 'digest-1', 'run-1']) expect(text.split(shared)).toHaveLength(2);
    const link = { sequence: 7, hash: 'h' };
    expect(wholeFile(link, JSON.parse(text))).toEqual({
      ...link,
      runId: 'run-1',
      part: 1,
      previous: emptyChain.hash,
      records: writes.map((write) => ({ ...write, previous: emptyChain.hash, hash: 'h' })),
    });
  });

  it('says how it ends before it, so that another end gives another text', () => {
    expect(auditText({ sequence: 1, hash: 'x' }, about, [aWrite()])).not.toBe(textOf([aWrite()]));
  });

  it('is another one after any member of any record was given another value', () => {
    const members = Object.keys(aWrite()).filter((member) => member !== 'reason') as (keyof AuditedWrite)[];
    fc.assert(
      fc.property(fc.constantFrom(...members), fc.jsonValue(), (member, value) => {
        fc.pre(JSON.stringify(aWrite()[member]) !== JSON.stringify(value));
        expect(textOf([{ ...aWrite(), [member]: value }])).not.toBe(textOf([aWrite()]));
      }),
    );
  });
});

describe('the files of a run', () => {
  it('have all its writes once, in their order, and none more than its most', () => {
    fc.assert(
      fc.property(fc.nat({ max: 30 }), fc.integer({ min: 1, max: 10 }), (count, most) => {
        const writes = Array.from({ length: count }, (_, place) => aWrite({ service: String(place) }));
        const files = writesOfFiles(writes, most);
        expect(files.flat()).toEqual(writes);
        expect(files.filter((file) => file.length === 0 || file.length > most)).toEqual([]);
      }),
    );
  });

  it('have at most 20 MB each, also with long reasons', () => {
    const text = textOf([aWrite({ reason: 'x'.repeat(700), reasons: [{ source: 'rule', text: 'x'.repeat(700) }] })]);
    expect(text.length * mostRecordsOfFile).toBeLessThan(20 * 1024 * 1024);
  });
});

it('a state in an audit record is a few words, whatever the write was about', () => {
  const maximum = { kind: 'additional', gb: 40 } as const;
  expect(auditedText(null)).toBe('none');
  expect(auditedText({ kind: 'integration', integrationId: null, endpointId: 'e' })).toBe('integrated');
  expect(auditedText({ kind: 'manager', by: 'headroom', maximum })).toBe('managed by Headroom');
  expect(auditedText({ kind: 'manager', by: 'others', maximum })).toBe('made by hand');
  expect(auditedText({ kind: 'search-configuration', options: { 'a.b': 3, c: null } })).toBe('a.b: 3, c: unset');
});
