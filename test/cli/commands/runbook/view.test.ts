import { expect, it } from 'vitest';
import { runbookSections } from '../../../../lib/cli/commands/runbook/view.ts';

it('a section ends at the next heading of its level, and a comment in a block of code is no heading', () => {
  const document = '# A book\n\n## One: first\n\n```sh\n# a comment\n```\n\n### Below\n\ntext\n\n## Two\n\nend\n';
  expect(runbookSections(document)).toEqual([
    { name: 'a-book', text: document.trimEnd() },
    { name: 'one-first', text: '## One: first\n\n```sh\n# a comment\n```\n\n### Below\n\ntext' },
    { name: 'below', text: '### Below\n\ntext' },
    { name: 'two', text: '## Two\n\nend' },
  ]);
});
