import { describe, expect, it } from 'vitest';
import type { InvoicedService } from '../../../lib/core/budget/invoice.ts';
import { explainInvoice, invoiceCells, invoiceTexts } from '../../../lib/core/explain/invoice.ts';
import { dayMs } from '../../../lib/core/model/durations.ts';
import { unit } from '../../../lib/core/model/money.ts';
import { aService, aSnapshot, planDiskMb } from '../organization.ts';

const day = Date.parse('2030-05-20T00:00:00Z') / dayMs;
const gb = 1024;
const historyOf = (name: string) => ({
  name,
  lastDay: day,
  provisioned: [[day, 90 * gb] as const],
  used: [],
  measuredDay: day,
});
const growth = new Map([['shop', { days: [day], services: [historyOf('orders'), historyOf('billing')] }]]);
const line = (service: string, total: bigint, type = 'extra_charge') => ({
  type,
  project: 'shop',
  service,
  total,
  until: '2030-07-01T00:00:00.000Z',
});

/** 10 GB beyond the disk of the plan; only orders has a price. */
const explained = explainInvoice(
  [line('orders', 5n * unit), line('billing', 7n * unit), line('orders', 100n * unit, 'service_charge')],
  growth,
  {
    input: {
      snapshots: [],
      remembered: [aSnapshot({ project: 'shop', services: [aService(), aService({ name: 'billing' })] })],
      planDiskMb,
    },
    result: { priceOf: ({ service }) => (service === 'orders' ? unit / 2n : null) },
  },
);

describe('an explained invoice', () => {
  it('expects what the sizes of the month cost at the prices of the plan, also of projects that were not read', () => {
    const cellsOf = ({ service, ...amounts }: InvoicedService) => [service, ...invoiceCells({ service, ...amounts })];
    expect(explained.services.map(cellsOf)).toEqual([
      ['billing', '?', '7.00', '?'],
      ['orders', '5.00', '5.00', '0.00'],
    ]);
  });

  it('is a few sentences, of which the last has what nothing explains', () => {
    expect(invoiceTexts(explained, 'EUR')).toEqual({
      lines: [
        'Not additional storage: 1 of service_charge, 100.00 EUR',
        'Invoice 112.00 EUR. Explained by sizes and prices: 5.00.',
      ],
      unexplained: 'Unexplained storage: 7.00 EUR',
    });
  });
});
