import { describe, expect, it } from 'vitest';
import { defaultGuardrails, type ServiceCounts, violations } from '../../lib/core/guardrails.ts';
import type { Summary } from '../../lib/core/model.ts';
import type { Guardrails } from '../../lib/core/policy-document.ts';

const open: Guardrails = { maxChanges: 1000, maxChangePercent: 100, maxAddedGb: 1e6, needApproval: [] };
const none: Summary = { enable: 0, raise: 0, lower: 0, disable: 0, addedGb: 0, addedMonthly: null };

const crossed = (limits: Partial<Guardrails>, summary: Partial<Summary>, counts: Partial<ServiceCounts> = {}) =>
  violations(
    { ...open, ...limits },
    { ...none, ...summary },
    { changed: 0, managed: 100, concerned: 100, ...counts },
  ).map(({ guardrail, limit, actual }) => [guardrail, limit, actual]);

describe('guardrails', () => {
  it('hold up to and including their limit', () => {
    expect(crossed({ maxChanges: 5 }, {}, { changed: 5 })).toEqual([]);
    expect(crossed({ maxChanges: 5 }, {}, { changed: 6 })).toEqual([['maxChanges', 5, 6]]);
    expect(crossed({ maxAddedGb: 500 }, { addedGb: 500 })).toEqual([]);
    expect(crossed({ maxAddedGb: 500 }, { addedGb: 501 })).toEqual([['maxAddedGb', 500, 501]]);
    expect(crossed({ maxChangePercent: 20 }, {}, { changed: 20 })).toEqual([]);
    expect(crossed({ maxChangePercent: 20 }, {}, { changed: 21 })).toEqual([['maxChangePercent', 20, 21]]);
  });

  it('0 means none at all', () => {
    expect(crossed({ maxChanges: 0 }, {}, { changed: 1 })).toEqual([['maxChanges', 0, 1]]);
    expect(crossed({ maxAddedGb: 0 }, { addedGb: 1 })).toEqual([['maxAddedGb', 0, 1]]);
    const small = { changed: 1, managed: 2, concerned: 2 };
    expect(crossed({ maxChangePercent: 0 }, {}, small)).toEqual([['maxChangePercent', 0, 50]]);
    expect(crossed({ maxChanges: 0, maxChangePercent: 0, maxAddedGb: 0 }, {})).toEqual([]);
  });

  it('a share is judged from 10 managed services on', () => {
    expect(crossed({ maxChangePercent: 20 }, {}, { changed: 9, managed: 9, concerned: 9 })).toEqual([]);
    const ten = { changed: 3, managed: 10, concerned: 10 };
    expect(crossed({ maxChangePercent: 20 }, {}, ten)).toEqual([['maxChangePercent', 20, 30]]);
  });

  it('100 percent never stands in the way, even of endpoints whose services are gone', () => {
    expect(crossed({ maxChangePercent: 100 }, {}, { changed: 50, managed: 10, concerned: 55 })).toEqual([]);
  });

  it.each(['enable', 'raise', 'lower', 'disable'] as const)('%s can need approval, whatever the number', (kind) => {
    expect(crossed({ needApproval: [kind] }, { [kind]: 2 })).toEqual([['needApproval', 0, 2]]);
    expect(crossed({ needApproval: [kind] }, {})).toEqual([]);
    expect(crossed({ needApproval: [kind, kind] }, { [kind]: 2 })).toHaveLength(1);
  });

  it('say the counts', () => {
    const found = violations(
      { ...open, maxChanges: 2, maxChangePercent: 10, needApproval: ['disable'] },
      { ...none, disable: 3 },
      { changed: 3, managed: 20, concerned: 21 },
    );
    expect(found.map(({ message }) => message)).toEqual([
      '3 services would be changed, maxChanges allows 2.',
      '3 of 21 services (15 %) would be changed, maxChangePercent allows 10 %.',
      '3 to disable, and needApproval lists disable.',
    ]);
  });

  it('are careful where a document says nothing', () => {
    expect(defaultGuardrails).toEqual({
      maxChanges: 25,
      maxChangePercent: 20,
      maxAddedGb: 5000,
      needApproval: ['lower', 'disable'],
    });
  });
});
