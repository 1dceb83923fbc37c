import { describe, expect, it } from 'vitest';
import type { AuditRecord } from '../../../lib/core/audit/audit.ts';
import { recordsInScope, type UndoScope, undoPartText } from '../../../lib/core/audit/undo-scope.ts';

const places = ['shop-prod/orders', 'shop-prod/', 'shop-test/orders', 'infra/logs'];
const records = places.map((place) => {
  const [project, service] = place.split('/');
  return { project, service } as AuditRecord;
});

describe('a part of a run', () => {
  it.each<[UndoScope, readonly string[]]>([
    [{}, places],
    [{ projects: ['shop-prod'] }, ['shop-prod/orders', 'shop-prod/']],
    [{ projects: ['shop-*', 'infra'] }, places],
    [{ projects: ['!shop-*'] }, ['infra/logs']],
    [{ services: ['orders'] }, ['shop-prod/orders', 'shop-test/orders']],
    [{ projects: ['*-test'], services: ['o*'] }, ['shop-test/orders']],
    [{ projects: ['shop'] }, []],
    [{ projects: [] }, []],
    [{ services: [] }, []],
  ])('%j holds %j', (part, held) => {
    expect(recordsInScope(records, part).map(({ project, service }) => `${project}/${service}`)).toEqual(held);
  });

  it('is said in words', () => {
    expect(undoPartText({ projects: ['a', 'b-*'], services: ['c'] })).toBe('project a, b-* and service c');
    expect(undoPartText({})).toBe('');
  });
});
