import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { runbookSections } from '../../../../lib/cli/commands/runbook/action.ts';
import { bySeverity, findingCodes, findings } from '../../../../lib/core/model/findings/findings.ts';

const sections = runbookSections(readFileSync('docs/runbook.md', 'utf8'));

it.each(findingCodes)('%s has a section of the runbook that names it', (code) => {
  const section = sections.find(({ name }) => name === findings[code].section);
  expect(section?.text).toContain(code);
});

it.each(findingCodes.filter((code) => findings[code].disk))('%s is as severe as its disk is short of room', (code) => {
  expect(findings[code].severity === 'error').toBe(findings[code].disk?.isNow);
});

it('findings are listed with the most severe first', () => {
  const sorted = findingCodes.map((code) => ({ code })).sort(bySeverity);
  const severities = sorted.map(({ code }) => findings[code].severity);
  expect([...new Set(severities)]).toEqual(['error', 'warning', 'notice']);
});

it('each finding is made somewhere: no row waits for a code that nothing finds', () => {
  const sources = ['lib', 'functions'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.endsWith('findings/findings.ts'))
      .map((path) => readFileSync(`${folder}/${path}`, 'utf8')),
  );
  expect(findingCodes.filter((code) => !sources.some((text) => text.includes(`'${code}'`)))).toEqual([]);
});
