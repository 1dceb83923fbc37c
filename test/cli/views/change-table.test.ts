import { expect, it } from 'vitest';
import { changeColumns, redoneText } from '../../../lib/cli/views/change-table.ts';
import { changedServices } from '../../../lib/core/change/changed-services.ts';
import { aChange } from '../../core/a-change.ts';

const changes = [
  aChange({ kind: 'create-integration', fromGb: 0 }),
  aChange({ kind: 'update-endpoint', service: 'carts' }),
  aChange({ kind: 'delete-integration', service: 'users', phase: 'release' }),
  aChange({ kind: 'delete-endpoint', service: '', phase: 'release', endpointName: 'headroom-old' }),
];

it('a change that adds, changes or takes away has its mark for people, also where no service is left', () => {
  const column = changeColumns.find(({ name }) => name === 'change');
  const cells = (reader: 'terminal' | 'program') =>
    changedServices(changes).map((change) => column?.cell(change, reader, [change]));
  expect(cells('terminal')).toEqual([
    { text: '+ enable', style: 'green' },
    { text: '~ raise', style: 'yellow' },
    { text: '- disable', style: 'red' },
    { text: '- remove unused endpoint', style: 'red' },
  ]);
  expect(cells('program')).toEqual(['enable', 'raise', 'disable', 'remove unused endpoint']);
});

it('what would be repeated is counted by action and rule', () => {
  expect(redoneText([])).toBe('The next run does not repeat these changes.');
  expect(redoneText(changes.slice(0, 2))).toBe(
    'The next run would repeat: 1 × enable by rule "r", 1 × raise by rule "r".',
  );
});
