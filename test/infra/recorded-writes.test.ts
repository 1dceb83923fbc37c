import { describe, expect, it } from 'vitest';
import { namesOfWalks, walked } from '../workflow/walked.ts';
import { deployed } from './deployed.ts';
import { isPermitted, policiesOf, policyOfBucket } from './iam.ts';

const actions = { write: 's3:PutObject', delete: 's3:DeleteObject' } as const;
const role = 'arn:aws:iam::111122223333:role/person';
const fresh = { 'aws:SecureTransport': 'true', 's3:TlsVersion': '1.3', 's3:if-none-match': '*' };

/** Every object that the tasks of test/workflow/store-walks.ts changed, tried with the policies of the template. */
describe('what the tasks changed in the store', () => {
  it.each([
    ['as it comes', {}, []],
    // Then an approval comes from a person: the run that its request would approve is refused.
    ['with every rule about people', { approvers: [role], policyWriters: [role] }, ['plan write approvals/']],
  ])('is permitted to their functions, %s', async (_, settings, withheld) => {
    const { resources } = deployed({ channels: true, ...settings });
    const idOf = (prefix: string, type: string) =>
      Object.keys(resources).find((id) => id.startsWith(prefix) && resources[id]?.Type === type) ?? '';
    const bucket = idOf('StorageBucket', 'AWS::S3::Bucket');
    const ofBucket = policyOfBucket(resources, bucket);
    const changed = new Set<string>();
    for (const name of namesOfWalks) for (const one of (await walked(name)).changed) changed.add(one);
    expect(changed.size).toBeGreaterThan(500);
    const refused = [...changed].filter((one) => {
      const [task = '', kind = '', ...key] = one.split(' ');
      const access = idOf(`Functions${task.replaceAll('-', '')}AccessRole`, 'AWS::IAM::Role');
      const request = {
        caller: `<${access}.Arn>`,
        action: actions[kind as keyof typeof actions],
        resource: `<${bucket}.Arn>/${key.join(' ')}`,
        context: fresh,
      };
      return !isPermitted(request, policiesOf(resources, access), ofBucket);
    });
    expect(refused.filter((one) => !withheld.some((start) => one.startsWith(start)))).toEqual([]);
  });
});
