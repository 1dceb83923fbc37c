import { describe, expect, it } from 'vitest';
import { unit } from '../../../lib/core/model/money.ts';
import { parseInvoiceLines } from '../../../lib/documents/invoice/lines.ts';

const lineOf = (more: object = {}) => ({
  line_type: 'extra_charge',
  line_total_usd: '12.50',
  project_name: 'shop',
  service_name: 'orders',
  timestamp_end: '2030-07-01T00:00:00Z',
  ...more,
});
const textOf = (...lines: object[]) => JSON.stringify({ lines });

describe('lines of an invoice', () => {
  it('are read with the members that a reconciliation needs, in the currency of the policy', () => {
    expect(parseInvoiceLines(textOf(lineOf({ unknown: 1 })))('0.80')).toEqual([
      {
        type: 'extra_charge',
        project: 'shop',
        service: 'orders',
        total: 10n * unit,
        until: '2030-07-01T00:00:00.000Z',
      },
    ]);
  });

  it('may be credits, and lines about no service', () => {
    const credit = lineOf({
      line_type: 'credit_consumption',
      line_total_usd: '-3',
      project_name: null,
      service_name: undefined,
    });
    expect(parseInvoiceLines(textOf(credit))('1')).toMatchObject([{ project: '', service: '', total: -3n * unit }]);
  });

  it.each([
    ['no JSON', '{"lines": [', 'is no JSON'],
    ['no lines', '{}', 'lines: '],
    [
      'an amount that is none',
      textOf(lineOf(), lineOf({ line_total_usd: 'canary-12' })),
      'lines.1.line_total_usd: is no amount',
    ],
    ['a time that is none', textOf(lineOf({ timestamp_end: 'canary' })), 'lines.0.timestamp_end: '],
  ])('name the place of %s, and not its text', (_, text, message) => {
    const failing = () => parseInvoiceLines(text);
    expect(failing).toThrow(message);
    expect(failing).toThrow('GET …/invoice/NUMBER/lines');
    expect(failing).not.toThrow('canary');
  });
});
