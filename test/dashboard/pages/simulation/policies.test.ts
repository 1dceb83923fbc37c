import { expect, it } from 'vitest';
import { figuresPart, simulatedPoliciesFile } from '../../../../lib/dashboard/pages/simulation/policies.ts';

const partOf = (count: number): string => {
  const rows = Array.from({ length: count }, (_, at) => [`service-${at}.`]);
  return String(figuresPart({ lines: [], warnings: [], tables: [{ title: 'Changed', head: ['service'], rows }] }));
};

it('a long table begins with thirty rows, and a reader unfolds the others', () => {
  const [first = '', others = ''] = partOf(42).split('<details>');
  expect(first.match(/service-\d+\./g)).toHaveLength(30);
  expect(others).toContain('<summary>12 more</summary>');
  expect(others.match(/service-\d+\./g)?.at(-1)).toBe('service-41.');
});

it('a table of thirty rows folds none of them', () => {
  expect(partOf(30)).not.toContain('<details>');
});

it('a table ends after five hundred rows, and says of how many', () => {
  const part = partOf(1_200);
  expect(part).toContain('The first 500 of 1,200 rows.');
  expect(part.match(/service-\d+\./g)).toHaveLength(500);
});

it('every quantity has a picture of each policy on one scale, and the file one legend', () => {
  const range = (most: number) => ({ p10: 0, p50: most / 2, p90: most });
  const money = (most: string) => ({ p10: '0', p50: most, p90: most });
  const dayOf = (most: number) =>
    ({ full: range(most), provisioned: money('5'), worstCase: money(`${most}`) }) as never;
  const policies = [3, 300].map((most) => ({ name: `most ${most}`, days: [dayOf(most), dayOf(most)] }) as never);
  const file = simulatedPoliciesFile({ title: 'Two', policies, lines: [], warnings: [], tables: [] }, '');
  expect(file.match(/<svg class="curves small"/g)).toHaveLength(4);
  const scaleOf = (title: string) => new RegExp(`aria-label="${title}.*?</svg>`).exec(file)?.[0].match(/>[\d,]+ </g);
  expect(scaleOf('Services with a full disk: most 3"')?.length).toBeGreaterThan(3);
  for (const quantity of ['Services with a full disk', 'Monthly cost'])
    expect(scaleOf(`${quantity}[^"]*most 3"`)).toEqual(scaleOf(`${quantity}[^"]*most 300"`));
  const legend = /<ul class="legend">.*?<\/ul>/.exec(file)?.[0] ?? '';
  for (const label of ['half of the seeds are below', 'P10 to P90', 'all disks at their maximums'])
    expect(legend).toContain(label);
});
