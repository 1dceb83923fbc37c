import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AuditedWrite,
  type AuditFile,
  auditProblem,
  auditText,
  emptyChain,
  mostRecordsOfFile,
  sealed,
  wholeFile,
  writesOfFiles,
} from '../../../lib/core/audit/audit.ts';

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

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

const aFile = (writes: readonly AuditedWrite[] = [aWrite(), aWrite({ service: 'stock' })]): AuditFile =>
  sealed(emptyChain, { runId: 'run-1', build: '0.1.0', sealedAt: '2030-01-01T00:10:00.000Z', writes }, hash);

const problemOf = (file: AuditFile, text = auditText(file)) => auditProblem(emptyChain, file, text, hash);

describe('a sealed file', () => {
  it('fits the end of the chain that it was sealed after, and no other', () => {
    const first = aFile();
    expect(problemOf(first)).toBeUndefined();
    const second = sealed(
      first,
      { runId: 'run-2', build: '0.1.0', sealedAt: '2030-01-02T00:00:00.000Z', writes: [aWrite({ runId: 'run-2' })] },
      hash,
    );
    expect(auditProblem(first, second, auditText(second), hash)).toBeUndefined();
    expect(problemOf(second)).toBe('its sequence number is 2, expected 1');
    expect(auditProblem({ sequence: 1, hash: 'x' }, second, auditText(second), hash)).toBe(
      'it does not follow the file before it',
    );
  });

  it('carries in each record the hash of the one before it', () => {
    const [one, two] = aFile().records;
    expect(one?.previous).toBe(emptyChain.hash);
    expect(two?.previous).toBe(one?.hash);
  });

  it('names the first record that was changed after the seal', () => {
    const file = aFile();
    const [one, two] = file.records;
    if (one === undefined || two === undefined) throw new Error('no records');
    const changed = { ...file, records: [one, { ...two, reason: 'Another.' }] };
    expect(problemOf(changed)).toBe('record 2 (delete-endpoint shop/stock) was changed after it was sealed');
    expect(problemOf({ ...file, records: [two] })).toBe(
      'record 1 (delete-endpoint shop/stock) does not follow the record before it',
    );
    const resealed = aFile([aWrite(), aWrite({ service: 'stock', reason: 'Another.' })]);
    expect(problemOf({ ...resealed, hash: file.hash })).toBe('its header was changed after it was sealed');
  });

  it('does not fit when a record was taken away at its end, or its head was changed', () => {
    const file = aFile();
    expect(problemOf({ ...file, records: file.records.slice(0, 1) })).toBe(
      'its header was changed after it was sealed',
    );
    expect(problemOf({ ...file, sealedAt: '2030-01-01T00:10:00.001Z' })).toBe(
      'its header was changed after it was sealed',
    );
  });

  it('stores once what all its records share, and has it in each record again', () => {
    const trigger = { kind: 'schedule', by: 'hourly pass' } as const;
    const file = aFile(['a', 'b', 'c'].map((service) => aWrite({ service, digest: 'digest-1', trigger })));
    const text = auditText(file);
    for (const shared of ['hourly pass', 'digest-1', 'run-1']) expect(text.split(shared)).toHaveLength(2);
    expect(wholeFile(JSON.parse(text))).toEqual(file);
  });

  it('is not made of records of several runs, plans or triggers', () => {
    for (const other of [{ runId: 'run-2' }, { digest: 'x' }, { trigger: { kind: 'event', by: 'a test' } } as const])
      expect(() => aFile([aWrite(), aWrite(other)])).toThrow('are of several runs, plans or triggers');
    expect(() => aFile([aWrite({ runId: 'run-2' })])).toThrow('the writes of run run-1 are of several runs');
  });

  it('does not fit when its text says the same in other bytes', () => {
    const file = aFile();
    expect(problemOf(file, JSON.stringify(file, null, 1))).toBe('its text differs from the canonical form');
  });

  it('does not fit after any member of any record was given another value', () => {
    const members = Object.keys(aWrite()) as (keyof AuditedWrite)[];
    const place = fc.nat({ max: 1 });
    fc.assert(
      fc.property(fc.constantFrom(...members), fc.jsonValue(), place, (member, value, at) => {
        const file = aFile();
        fc.pre(JSON.stringify(file.records[at]?.[member]) !== JSON.stringify(value));
        const records = file.records.map((record, index) => (index === at ? { ...record, [member]: value } : record));
        expect(problemOf({ ...file, records })).toContain(`record ${at + 1} `);
      }),
      // An object that cannot become text by itself.
      { examples: [['service', { toString: false }, 0]] },
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
    const text = auditText(
      aFile([aWrite({ reason: 'x'.repeat(700), reasons: [{ source: 'rule', text: 'x'.repeat(700) }] })]),
    );
    expect(text.length * mostRecordsOfFile).toBeLessThan(20 * 1024 * 1024);
  });
});
