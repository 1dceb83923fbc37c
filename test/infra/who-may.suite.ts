import { describe, expect, it } from 'vitest';
import { eventDetails, wakingEvents } from '../../lib/contract/events.ts';
import { matchesKey, storeAreas, storeKeys } from '../../lib/contract/store-keys.ts';
import { allTasks } from '../../lib/contract/tasks.ts';
import { isPermitted, policyOfBus } from './access/attempts.ts';
import type { AccessRequest, Statement } from './access/evaluate.ts';
import { policiesOf, policyOfBucket } from './access/policies.ts';
import { type Deployed, deployed } from './deployed.ts';

const approver = 'arn:aws:iam::111122223333:role/approver';
const writer = 'arn:aws:iam::111122223333:role/policy-writer';
const restorer = 'arn:aws:iam::111122223333:role/restorer';
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
  return (
    request: Omit<AccessRequest, 'resource'> & { readonly key: string },
    ofCaller: readonly Statement[],
  ): boolean =>
    isPermitted({ context: secure, ...request, resource: `<${bucket}.Arn>/${request.key}` }, ofCaller, ofBucket);
};

/** A key in an area. */
const keyIn = (area: string): string => area.replaceAll('*', 'a');

/** One object of every kind. */
const everyKey = Object.values(storeKeys).map(keyIn);

/** What policy writers write. */
const ofPolicy = ['calendars/a', 'grants.json', 'mode.json', 'policy-versions/a.json', 'policy.yaml'];

/** The bucket policy and the policies of the roles, tried like IAM tries them. */
export const permissionSentences = (): void => {
  // With every function that there can be.
  const asItComes = deployed({ channels: true });
  const named = deployed({ channels: true, approvers: approver, policyWriters: [writer], breakGlass: [restorer] });
  const onlyApprovers = deployed({ channels: true, approvers: approver });
  const writes = ['s3:PutObject', 's3:DeleteObject', 's3:DeleteObjectVersion'];

  /** Whether a statement about audit files leaves an object open. */
  const isOpen = (action: string, key: string) =>
    !(key.startsWith('audit/') && ['s3:DeleteObject', 's3:DeleteObjectVersion'].includes(action));

  describe('the key, which encrypts the store and the tokens,', () => {
    const key = `<${idOf(asItComes, 'StorageKey', 'AWS::KMS::Key')}.Arn>`;
    const roles = Object.entries(asItComes.resources).filter(
      ([id, { Type }]) => Type === 'AWS::IAM::Role' && id.startsWith('Functions'),
    );
    const decryptsThrough = (service: string) =>
      roles
        .map(([id]) => id)
        .filter((id) => {
          const caller = `<${id}.Arn>`;
          const context = { 'kms:ViaService': `${service}.<AWS::Region>.amazonaws.com` };
          const request = { caller, action: 'kms:Decrypt', resource: key, context };
          return isPermitted(request, policiesOf(asItComes.resources, id), []);
        })
        .map((id) => id.replace(/^Functions(\w+?)AccessRole.*$/, '$1'))
        .sort();

    it('decrypts through Secrets Manager for the functions alone that need a token or the addresses of channels', () => {
      const names = allTasks
        .filter(({ environment }) =>
          ['secret', 'rotatedSecret', 'channels'].some((one) => environment.includes(one as never)),
        )
        .map(({ name }) => name.replaceAll('-', ''));
      expect(decryptsThrough('secretsmanager')).toEqual(names.sort());
      expect(names).not.toContain('plan');
      expect(decryptsThrough('s3')).toContain('plan');
      expect(decryptsThrough('ec2')).toEqual([]);
    });
  });

  describe('an administrator, who may do everything', () => {
    const [may, mayOfNamed] = [mayOn(asItComes), mayOn(named)];
    const does = (action: string, key: string, context: AccessRequest['context'] = secure) => ({
      caller: administrator,
      action,
      key,
      context,
    });

    it('writes approvals and the policy, unless approvers and policy writers are named', () => {
      for (const key of everyKey.filter((one) => /^(?:appro|poli|cal|mode|grant)/.test(one))) {
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

    it('changes every object that is no audit file, and not a single one once approvers and policy writers are named', () => {
      for (const action of [...writes, 's3:ReplicateObject', 's3:ReplicateDelete']) {
        const changed = everyKey.filter((key) => may(does(action, key, fresh), everything));
        expect([action, changed]).toEqual([action, everyKey.filter((key) => isOpen(action, key))]);
        expect([action, everyKey.filter((key) => mayOfNamed(does(action, key, fresh), everything))]).toEqual([
          action,
          [],
        ]);
      }
    });

    it('lifts no guardrail where only approvers are named: what would need an approval is theirs too', () => {
      const mayHere = mayOn(onlyApprovers);
      for (const action of writes) {
        const changed = (caller: string) =>
          everyKey.filter((key) => mayHere({ caller, action, key, context: fresh }, everything)).toSorted();
        const theirs = ['approvals/a/a.json', ...ofPolicy];
        expect([action, changed(administrator), changed(approver)]).toEqual([action, [], theirs]);
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

    it.each([
      [approver, ['approvals/a/a.json']],
      [writer, ofPolicy],
    ])('%s writes no other object', (caller, own) => {
      const written = everyKey.filter((key) =>
        may({ caller, action: 's3:PutObject', key, context: fresh }, everything),
      );
      expect(written.toSorted()).toEqual(own);
    });
  });

  it('a break-glass role changes every object but audit files, with and without named roles', () => {
    for (const action of writes) {
      const changed = everyKey.filter((key) =>
        mayOn(named)({ caller: restorer, action, key, context: fresh }, everything),
      );
      expect([action, changed]).toEqual([action, everyKey.filter((key) => isOpen(action, key))]);
    }
  });

  describe('a function that reads foreign data', () => {
    it.each(['discover', 'survey', 'ask', 'apply', 'watch-services'])(
      '%s writes no plan and no list of changes',
      (name) => {
        const may = mayOn(asItComes);
        const role = idOf(asItComes, `Functions${name.replaceAll('-', '')}AccessRole`, 'AWS::IAM::Role');
        const ofCaller = policiesOf(asItComes.resources, role);
        for (const key of ['runs/a/plan/plan.json', 'runs/a/plan/projects/p.json', 'runs/a/plan/a.json'])
          for (const action of writes)
            expect([key, action, may({ caller: `<${role}.Arn>`, action, key }, ofCaller)]).toEqual([
              key,
              action,
              false,
            ]);
      },
    );
  });

  describe('events on the bus', () => {
    const publishes = (deployment: Deployed, caller: string, type: string): boolean => {
      const bus = idOf(deployment, 'Bus', 'AWS::Events::EventBus');
      const context = { 'events:source': 'headroom', 'events:detail-type': type };
      const request = { caller, action: 'events:PutEvents', resource: `<${bus}.Arn>`, context };
      const role = /^<(\w+)\.Arn>$/.exec(caller)?.[1];
      const ofCaller = role === undefined ? everything : policiesOf(deployment.resources, role);
      return isPermitted(request, ofCaller, policyOfBus(deployment.resources));
    };

    it('that request a run are published by everyone with the permission; results and notices by functions only', () => {
      for (const type of Object.keys(eventDetails))
        expect([type, publishes(asItComes, administrator, type)]).toEqual([
          type,
          wakingEvents.some((one) => one === type),
        ]);
      for (const type of ['Notice', 'RunCompleted', 'Recovered', 'AnythingElse']) {
        expect(publishes(asItComes, administrator, type)).toBe(false);
        const role = idOf(asItComes, 'FunctionsreportAccessRole', 'AWS::IAM::Role');
        expect(publishes(asItComes, `<${role}.Arn>`, type)).toBe(true);
        expect([publishes(named, restorer, type), publishes(named, approver, type)]).toEqual([true, false]);
      }
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
        const access = task.store ?? { read: [], write: [], delete: [] };
        const areas = [...new Set([...Object.values(storeAreas), ...access.read])];
        const within = (patterns: readonly string[]) => areas.filter((area) => matchesKey(patterns, keyIn(area)));
        for (const [action, permitted] of [
          ['s3:GetObject', access.read],
          ['s3:PutObject', access.write.filter((area) => !withheld.some((one) => one === area))],
          ['s3:DeleteObject', access.delete],
        ] as const) {
          const found = areas.filter((area) =>
            may({ caller: `<${role}.Arn>`, action, key: keyIn(area), context: fresh }, ofCaller),
          );
          expect([action, found.toSorted()]).toEqual([action, within(permitted).toSorted()]);
        }
      },
    );
  });
};
