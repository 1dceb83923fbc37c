import { describe, expect, it } from 'vitest';
import { withFormerKeys } from '../../lib/contract/former-keys.ts';
import { storeAreas } from '../../lib/contract/store-keys.ts';
import { allTasks } from '../../lib/contract/tasks.ts';
import { type Deployed, deployed } from './deployed.ts';
import { type IamRequest, isPermitted, policiesOf, policyOfBucket, type Statement } from './iam.ts';

const approver = 'arn:aws:iam::111122223333:role/approver';
const writer = 'arn:aws:iam::111122223333:role/policy-writer';
const administrator = 'arn:aws:iam::111122223333:role/administrator';

/** Each of these people has every permission that a policy of their own can give. */
const everything: readonly Statement[] = [{ Effect: 'Allow', Action: '*', Resource: '*' }];

const secure = { 'aws:SecureTransport': 'true', 's3:TlsVersion': '1.3' };
const fresh = { ...secure, 's3:if-none-match': '*' };

const idOf = ({ resources }: Deployed, prefix: string, type: string): string =>
  Object.entries(resources).find(([id, { Type }]) => Type === type && id.startsWith(prefix))?.[0] ?? '';

/** Whether someone may do it to an object of the store. */
const mayOn = (deployment: Deployed) => {
  const bucket = idOf(deployment, 'StorageBucket', 'AWS::S3::Bucket');
  const ofBucket = policyOfBucket(deployment.resources, bucket);
  return (request: Omit<IamRequest, 'resource'> & { readonly key: string }, ofCaller: readonly Statement[]): boolean =>
    isPermitted({ context: secure, ...request, resource: `<${bucket}.Arn>/${request.key}` }, ofCaller, ofBucket);
};

/** A key in an area. */
const keyIn = (area: string): string => area.replace('*', 'a/b.json');

/** The bucket policy and the policies of the roles, tried like IAM tries them. */
export const permissionSentences = (): void => {
  // With every function that there can be.
  const asItComes = deployed({ channels: true });
  const named = deployed({ channels: true, approvers: approver, policyWriters: [writer] });
  const writes = ['s3:PutObject', 's3:DeleteObject', 's3:DeleteObjectVersion'];

  describe('an administrator, who may do everything', () => {
    const [may, mayOfNamed] = [mayOn(asItComes), mayOn(named)];
    const does = (action: string, key: string, context: IamRequest['context'] = secure) => ({
      caller: administrator,
      action,
      key,
      context,
    });

    it('writes approvals and the policy, unless approvers and policy writers are named', () => {
      for (const key of ['approvals/1.json', 'policy.yaml', 'calendars/a.ics', 'mode.json', 'grants.json']) {
        for (const action of writes) {
          expect([key, action, may(does(action, key), everything)]).toEqual([key, action, true]);
          expect([key, action, mayOfNamed(does(action, key), everything)]).toEqual([key, action, false]);
        }
        expect(mayOfNamed(does('s3:GetObject', key), everything)).toBe(true);
      }
    });

    it('never replaces or deletes an audit file, and never comes without encryption', () => {
      expect(may(does('s3:PutObject', 'audit/1.json', fresh), everything)).toBe(true);
      expect(may(does('s3:PutObject', 'audit/1.json'), everything)).toBe(false);
      for (const action of ['s3:DeleteObject', 's3:DeleteObjectVersion'])
        expect(may(does(action, 'audit/1.json'), everything)).toBe(false);
      const plain = { ...secure, 'aws:SecureTransport': 'false' };
      expect(may(does('s3:GetObject', 'policy.yaml', plain), everything)).toBe(false);
      expect(may(does('s3:GetObject', 'policy.yaml', { ...secure, 's3:TlsVersion': '1.1' }), everything)).toBe(false);
    });

    it('cannot widen an approval by what the functions record about it, once approvers are named', () => {
      for (const key of ['proposals/1.json', 'approval-uses/1.json']) {
        expect(may(does('s3:PutObject', key), everything)).toBe(true);
        expect(mayOfNamed(does('s3:PutObject', key), everything)).toBe(false);
      }
    });
  });

  describe('an approver and a policy writer', () => {
    const may = mayOn(named);

    it('write what is theirs, and not what is the other’s', () => {
      for (const action of writes) {
        expect(may({ caller: approver, action, key: 'approvals/1.json' }, everything)).toBe(true);
        expect(may({ caller: approver, action, key: 'policy.yaml' }, everything)).toBe(false);
        expect(may({ caller: writer, action, key: 'policy.yaml' }, everything)).toBe(true);
        expect(may({ caller: writer, action, key: 'approvals/1.json' }, everything)).toBe(false);
      }
    });

    it('still need a permission of their own', () => {
      expect(may({ caller: approver, action: 's3:PutObject', key: 'approvals/1.json' }, [])).toBe(false);
    });
  });

  describe.each([
    ['as it comes', asItComes, []],
    // Then only people approve: no request of a run does.
    ['with approvers and policy writers', named, [storeAreas.approval]],
  ])('a function, %s,', (_, deployment, withheld) => {
    const may = mayOn(deployment);
    const tasks = allTasks.filter(({ store }) => store !== null);

    it.each(tasks.map((task) => [task.name, task] as const))(
      '%s has exactly the access of its contract',
      (name, task) => {
        const role = idOf(deployment, `Functions${name.replaceAll('-', '')}AccessRole`, 'AWS::IAM::Role');
        const ofCaller = policiesOf(deployment.resources, role);
        const access = withFormerKeys(task.store ?? { read: [], write: [], delete: [] });
        const areas = [...new Set([...Object.values(storeAreas), ...access.read])];
        for (const [action, permitted] of [
          ['s3:GetObject', access.read],
          ['s3:PutObject', access.write.filter((area) => !withheld.some((one) => one === area))],
          ['s3:DeleteObject', access.delete],
        ] as const) {
          const found = areas.filter((area) =>
            may({ caller: `<${role}.Arn>`, action, key: keyIn(area), context: fresh }, ofCaller),
          );
          expect([action, found.toSorted()]).toEqual([action, [...new Set<string>(permitted)].sort()]);
        }
      },
    );
  });
};
