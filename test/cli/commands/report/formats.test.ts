import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reportDocument } from '../../../../lib/cli/commands/report/document.ts';
import { asCsv, asHtml, asMarkdown } from '../../../../lib/cli/commands/report/formats.ts';
import { pictured } from '../../../../lib/dashboard/pages/report/page.ts';
import type { ReportDocument } from '../../../../lib/dashboard/pages/report/section.ts';
import type { ReportObject } from '../../../../lib/run/store/run-objects.ts';
import { anyText } from '../../../any-text.ts';
import { largeReport } from '../../../dashboard/large-store.ts';

const around = (text: string): ReportDocument => ({
  title: text,
  facts: [[text, text]],
  sections: [{ title: 'S', head: ['a', 'b'], rows: [[text, text]] }],
});

/** Hostile texts among ordinary ones. */
const words = fc.oneof(
  anyText,
  fc
    .array(
      fc.constantFrom('<script>', '"', "'", '&', '|', '\n', '\u001b[2J', '=1+1', '`', '](x)', ',', '](javascript:x)'),
    )
    .map((parts) => parts.join('')),
);

describe('for every name of a service', () => {
  it('HTML contains no other elements', () => {
    const elements = (page: string) => page.match(/<[a-z/!][^>]*>/gi)?.length;
    const own = elements(asHtml(around('x')));
    fc.assert(
      // A column without any text is left out.
      fc.property(
        words.filter((text) => text !== ''),
        (text) => {
          const page = asHtml(around(text));
          expect(elements(page)).toBe(own);
          expect(page).not.toContain('\u001b');
        },
      ),
    );
  });

  it('Markdown has the same lines and cells', () => {
    const shape = (page: string) => page.split('\n').map((line) => line.replaceAll('\\|', '').split('|').length);
    const own = shape(asMarkdown(around('x')));
    fc.assert(
      fc.property(words, (text) => {
        expect(shape(asMarkdown(around(text)))).toEqual(own);
        expect(asMarkdown(around(text))).not.toMatch(/(?<!\\)<script|(?<!\\)\]\(/);
      }),
    );
  });

  it('Markdown mentions no team and refers to no issue', () => {
    const page = asMarkdown(around('@team #12'));
    expect(page).toContain('@&#8203;team #&#8203;12');
    expect(page).not.toMatch(/@team|#12/);
  });

  it('CSV has one line per row, and no cell that is a formula', () => {
    fc.assert(
      fc.property(words, (text) => {
        const table = asCsv({ title: '', head: ['a'], rows: [[text]] });
        expect(table.split('\r\n')).toHaveLength(3);
        expect(table.split('\r\n')[1]).not.toMatch(/(?:^"?|;\s*)[=+\-@]/);
      }),
    );
  });
});

it('no format contains invisible characters', () => {
  const unseen = /(?!\r?\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
  const hostile = fc.array(
    fc.constantFrom('\u202e', '\u2066', '\u200b', '\u009b', '\u001b[31m', '\t', 'a', '\ud800', '\u2028'),
  );
  fc.assert(
    fc.property(hostile, (parts) => {
      const text = parts.join('');
      const csv = asCsv({ title: '', head: [text], rows: [[text]] });
      for (const page of [asHtml(around(text)), asMarkdown(around(text)), csv]) {
        expect(unseen.exec(page.replaceAll('\r\n', '\n'))).toBeNull();
      }
    }),
  );
});

it('HTML loads nothing and runs nothing', () => {
  const page = asHtml(around('x'));
  expect(page).toContain("default-src 'none'");
  expect(page).not.toMatch(/<script|src=|href=|url\(/);
});

it('CSV quotes cells that need it', () => {
  expect(asCsv({ title: '', head: ['a', 'b'], rows: [['x, "y"', '=1']] })).toBe(`a,b\r\n"x, ""y""",'=1\r\n`);
  expect(asCsv({ title: '', head: ['a'], rows: [['x;=1+1; @b']] })).toBe(`a\r\n"x;'=1+1; '@b"\r\n`);
});

it('the amounts of budgets have two decimals in every column', () => {
  const budgets = reportDocument(largeReport(100)).sections.find(({ title }) => title === 'Budgets');
  const amounts = ['per month', 'available', 'provisioned', 'maximums', 'unused'].map((name) =>
    budgets?.head.indexOf(name),
  );
  const cells = (budgets?.rows ?? []).flatMap((row) => amounts.map((place) => row[place ?? -1]));
  expect(cells).toHaveLength(5);
  for (const cell of cells) expect(cell).toMatch(/^\d+\.\d\d$/);
});

describe('HTML of a run without a need', () => {
  const { plan, ...run } = largeReport(10);
  const pageOf = (more: object | null) => {
    const report = { ...run, plan: plan && more && { ...plan, findings: [], ...more } } as ReportObject;
    return asHtml(pictured(reportDocument(report), { report, growth: [] }));
  };
  const forecast = (known: number) => ({ services: [], more: 0, unknown: 0, coverage: { known, disks: 10 } });
  const disks = (unknown: number) => ({ known: 10 - unknown, unknown, withoutAlert: 0, oldestDays: 0, nearlyFull: 0 });

  it('says that nothing needs a person if every disk and its forecast are known', () => {
    expect(pageOf({ forecast: forecast(10), disks: disks(0) })).toContain('Nothing needs a person.');
  });

  it.each([
    ['a forecast is unknown', { forecast: forecast(9), disks: disks(0) }, 'Forecast known for 9 of 10 disks'],
    ['a disk is unknown', { forecast: forecast(10), disks: disks(1) }, 'use known of 9 of 10 disks'],
    ['nothing was planned', null, 'No problem is known'],
  ])('says only that none is known if %s', (_, more, says) => {
    const page = pageOf(more);
    expect(page).toContain(says);
    expect(page).not.toContain('Nothing needs a person');
  });
});

describe('HTML of 10,000 services', () => {
  it('has less than 2 MB, its first rows, and the way to all of them', () => {
    const report = largeReport(10_000);
    const page = asHtml(pictured(reportDocument(report), { report, growth: [] }));
    expect(Buffer.byteLength(page)).toBeLessThan(2_000_000);
    expect(page).toContain('10,000 services: <code>headroom report --format csv</code> has all of them.');
    expect(page).toContain('The first 200 of 400 rows. <code>headroom report --format json</code> has all of them.');
    expect(page.match(/<tr>/g)?.length).toBeLessThan(500);
  });

  it('begins with what needs a person, then coverage, budgets, findings', () => {
    const report = largeReport(100);
    const page = asHtml(pictured(reportDocument(report), { report, growth: [] }));
    const titles = [...page.matchAll(/<h2>([^<]*)/g)].map(([, title]) => title);
    expect(titles).toEqual(['Needs a person', 'Coverage', 'Budgets', 'Findings', 'Run', 'Services']);
    expect(page).not.toContain('; 0 findings.');
    expect(page).toMatch(/<svg class="bar"[^>]*aria-label="Coverage of 100 services: 0 with our autoscaler/);
    expect(page).toMatch(/<svg class="bar"[^>]*aria-label="Budget all storage: /);
  });
});
