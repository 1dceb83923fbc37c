import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createConsole } from '../../../lib/cli/shell/console.ts';
import { showCoverage } from '../../../lib/cli/views/plan-view.ts';
import type { ReportObject } from '../../../lib/run/store/run-objects.ts';

const shown = (coverage: ReportObject['coverage']): string[] => {
  const lines: string[] = [];
  const out = new Writable({
    write: (chunk, _, done) => {
      lines.push(String(chunk).trimEnd());
      done();
    },
  });
  const report: ReportObject = {
    runId: 'r',
    startedAt: null,
    endedAt: '2026-03-02T08:00:00.000Z',
    outcome: 'nothing',
    error: null,
    cause: null,
    plan: null,
    results: [],
    unread: [],
    coverage,
  };
  showCoverage(createConsole({ out, err: out, colour: false }), report);
  return lines;
};
const services = { enable: 1, disable: 0, ignore: 0 };
const protection = { protectedByUs: 0, protectedByOthers: 0, impossible: 0, exempt: 0, optedOut: 0, eligibleNotYet: 1 };

describe('the coverage at the end of a run', () => {
  it('is omitted if every project was read, or none was requested', () => {
    expect(shown({ listed: 3, neverRead: [], missingPermissions: [], services, protection })).toEqual([]);
    expect(shown(undefined)).toEqual([]);
  });

  it('names projects never read and missing permissions, and counts the rest of a long list', () => {
    const neverRead = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const missingPermissions = [
      { project: 'a', to: 'read' as const },
      { project: 'z', to: 'write' as const },
    ];
    expect(shown({ listed: 9, neverRead, missingPermissions, services, protection })).toEqual([
      'the token may not read: a; grant its owner the operator role there',
      'the token may not write: z; grant its owner the operator role there',
      'never read, 7 of 9 projects: a, b, c, d, e and 2 more',
    ]);
  });
});
