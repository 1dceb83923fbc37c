import { describe, expect, it } from 'vitest';
import { approverOf, requesterOf, requesterText, requestOf } from '../../../lib/core/audit/holder-text.ts';

const arn = 'arn:aws:sts::111122223333:assumed-role/Approver/ada';
const write = (trigger: string, approver?: string) => ({
  runId: 'run-1',
  trigger: { kind: 'schedule', by: trigger } as const,
  ...(approver !== undefined && { approval: { digest: 'd', by: approver, approvedAt: '2026-03-02T08:00:00.000Z' } }),
});
const command = 'headroom apply by ada, process 17 on laptop (70f2 pid:[1])';
const page = 'https://github.com/acme/disks/actions/runs/7';
const inCi = `headroom apply by octocat (${page}), process 17 on fv-az9 (70f2 pid:[1])`;

describe('the requester of a write', () => {
  it.each([
    ['hourly pass', undefined, 'hourly pass'],
    ['', undefined, 'schedule'],
    ['hourly pass', arn, 'hourly pass, approved by Approver/ada (AWS account 111122223333)'],
    ['hourly pass', requestOf('run-0'), 'hourly pass, approved by the request of run run-0'],
    [command, 'bob on desk', 'headroom apply by ada on laptop, approved by bob on desk'],
    [command, 'a on laptop', 'headroom apply by ada on laptop, approved by a on laptop'],
    ['approval', requestOf('run-1'), 'approval'],
    [command, 'ada on laptop', 'headroom apply by ada on laptop'],
    [command, command, 'headroom apply by ada on laptop'],
    [inCi, undefined, `headroom apply by octocat (${page})`],
    [inCi, `octocat (${page})`, `headroom apply by octocat (${page})`],
    [inCi, `mona (${page}0)`, `headroom apply by octocat (${page}), approved by mona (${page}0)`],
    ['hourly pass', '', 'hourly pass'],
  ])('%s with the approval of %s is shown as %s', (trigger, approver, text) => {
    expect(requesterText(write(trigger, approver))).toBe(text);
  });

  it('and the approver have whole names where each write is a row', () => {
    expect(requesterOf(write(command, arn))).toBe(command);
    expect(approverOf(write(command, arn))).toBe(arn);
  });
});
