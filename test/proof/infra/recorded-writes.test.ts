import { describe, expect, it } from 'vitest';
import { isPermitted } from '../../infra/access/attempts.ts';
import { policiesOf, policyOfBucket } from '../../infra/access/policies.ts';
import { deployed } from '../../infra/deployed.ts';
import { namesOfWalks, walked } from '../../workflow/walked.ts';

const actions = { write: 's3:PutObject', delete: 's3:DeleteObject' } as const;
const role = 'arn:aws:iam::111122223333:role/person';
const fresh = { 'aws:SecureTransport': 'true', 's3:TlsVersion': '1.3', 's3:if-none-match': '*' };

/** Whether the policies of the template refuse the change of a task: the task, `write` or `delete`, and the key. */
const refusing = (settings: object) => {
  const { resources } = deployed({ channels: true, ...settings });
  const idOf = (prefix: string, type: string) =>
    Object.keys(resources).find((id) => id.startsWith(prefix) && resources[id]?.Type === type) ?? '';
  const bucket = idOf('StorageBucket', 'AWS::S3::Bucket');
  const ofBucket = policyOfBucket(resources, bucket);
  return (changed: string): boolean => {
    const [task = '', kind = '', key = ''] = changed.split(' ');
    const access = idOf(`Functions${task.replaceAll('-', '')}AccessRole`, 'AWS::IAM::Role');
    const request = {
      caller: `<${access}.Arn>`,
      action: actions[kind as keyof typeof actions],
      resource: `<${bucket}.Arn>/${key}`,
      context: fresh,
    };
    return !isPermitted(request, policiesOf(resources, access), ofBucket);
  };
};

/** Every object that the tasks of test/workflow/store-walks.ts changed, tried with the policies of the template. */
describe('what the tasks changed in the store is permitted to their functions', () => {
  const asItComes = refusing({});
  const withPeople = refusing({ approvers: [role], policyWriters: [role] });

  it.each(namesOfWalks)('in runs that %s', async (name) => {
    // No policy looks at numbers, and a run has hundreds of steps.
    const changed = new Set([...(await walked(name)).changed].map((one) => one.replaceAll(/\d+/g, '0')));
    expect(changed.size).toBeGreaterThan(0);
    expect([...changed].filter(asItComes)).toEqual([]);
    // Where approvers are named, an approval comes from a person: the run that its request would approve is refused.
    const refused = [...changed].filter(withPeople);
    expect(refused.filter((one) => !one.startsWith('plan write approvals/'))).toEqual([]);
  });
});
