import { expect, it } from 'vitest';
import { callerText } from '../../../lib/core/audit/holder-text.ts';

it.each([
  [
    'arn:aws:sts::111122223333:assumed-role/Approver/ada@example.org',
    'Approver/ada@example.org (AWS account 111122223333)',
  ],
  ['arn:aws-us-gov:iam::111122223333:user/ops/ada', 'user/ops/ada (AWS account 111122223333)'],
  ['arn:aws:sts::111122223333:federated-user/ada', 'federated-user/ada (AWS account 111122223333)'],
  ['arn:aws:iam::111122223333:root', 'root (AWS account 111122223333)'],
  [
    'arn:aws:iam::111122223333:user/ci for ada (https://x.org/7)',
    'user/ci (AWS account 111122223333) for ada (https://x.org/7)',
  ],
  ['ada on laptop', 'ada on laptop'],
  ['the request of run run-1', 'the request of run run-1'],
  ['', ''],
])('%s is shown as %s', (by, text) => {
  expect(callerText(by)).toBe(text);
});
