import { expect, it } from 'vitest';
import { urgentProjects } from '../../../lib/core/inventory/urgent.ts';
import type { FindingCode } from '../../../lib/core/model/findings/findings.ts';
import { aChange } from '../a-change.ts';

const finding = (project: string, code: FindingCode) => ({ code, project, service: 's', message: '' });
const fill = (project: string, daysToThreshold: number | null, isReached = false) => ({
  project,
  service: 's',
  maximum: { kind: 'additional' as const, gb: 10 },
  isReached,
  daysToThreshold,
  daysToMaximum: null,
  soonestDaysToMaximum: null,
});

it('a project with changes, waiting changes, or a disk near its threshold or maximum is read early, but not one with a disk at it', () => {
  const urgent = urgentProjects({
    changes: [aChange({ project: 'changed' })],
    findings: [finding('soon', 'disk-fills-up'), finding('full', 'disk-full'), finding('odd', 'bad-tag')],
    forecast: {
      services: [fill('near', 1.5), fill('calm', 40), fill('unknown', null), fill('at', null, true)],
      more: 0,
      unknown: 0,
      coverage: { known: 4, disks: 4 },
    },
    freeze: {
      reason: 'freeze window "peak"',
      until: null,
      allow: [],
      waiting: [aChange({ project: 'waiting' })],
    },
  });
  expect([...urgent].sort()).toEqual(['changed', 'near', 'soon', 'waiting']);
});
