import type { Recipe } from './recipe.ts';

export const changeKind: Recipe = {
  title: 'A change kind',
  probe: 'probekind',
  steps: [
    {
      file: 'lib/core/change/change.ts',
      before: '/** What a change writes: the part',
      text: "type ProbeKind = Omit<ResizeDisk, 'kind'> & { readonly kind: 'probe-kind' };\n\n",
    },
    { file: 'lib/core/change/change.ts', before: '  | ResizeDisk;', text: '  | ProbeKind\n' },
    {
      file: 'lib/core/change/change.ts',
      before: "  'resize-disk': { about: 'size'",
      text: "  'probe-kind': { about: 'size', endpoint: 'none', integration: 'none', handover: 'none' },\n",
    },
  ],
  named: [
    'lib/core/approval/in-place.ts',
    'lib/core/change/change-json.ts',
    'lib/core/change/changed-services.ts',
    'lib/core/plan/order.ts',
    'lib/core/service/snapshots-after.ts',
    'lib/run/apply/checks/disk-fits.ts',
    'lib/run/apply/write-change.ts',
    'lib/run/audit/writes.ts',
    'lib/run/publish/run-events.ts',
    'test/core/organization.ts',
  ],
};
