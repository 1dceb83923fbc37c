import { describe, expect, it } from 'vitest';
import { storeAreas } from '../../../lib/contract/store-keys.ts';
import { allTasks } from '../../../lib/contract/tasks.ts';
import { deployed, everythingChosen } from '../deployed.ts';
import { answers, canOf, doneTo, templateOf } from './template-of.ts';

const [approver, writer, restorer] = ['approver', 'writer', 'restorer'].map(
  (name) => `arn:aws:iam::111122223333:role/${name}`,
) as [string, string, string];
const named = { approvers: approver, policyWriters: [writer], breakGlass: [restorer] };
const others = 'every other principal of the account';
const own = 'with a permission of its own';

const functions = (settings: object, has: (task: (typeof allTasks)[number]) => boolean) =>
  Object.fromEntries(
    allTasks
      .filter(({ name }) => name !== 'deliver' || 'channels' in settings)
      .filter(has)
      .map(({ name }) => [`headroom-${name}`, 'yes']),
  );

const variants = [
  {},
  everythingChosen,
  { approvers: approver },
  { policyWriters: [writer] },
  { ...named, channels: true },
];

describe('who can write', () => {
  it.each(variants)('are the functions whose contracts name objects, with exactly these: %j', (settings) => {
    const found = answers('write', templateOf(deployed(settings).stack));
    const writers = functions(settings, ({ store }) => (store?.write.length ?? 0) + (store?.delete.length ?? 0) > 0);
    const said = [...found].filter(([, { kind }]) => kind === 'function').map(([name, { can }]) => [name, can]);
    expect(Object.fromEntries(said)).toEqual(writers);
    // Where approvers are named, an approval comes from a person.
    const open = (area: string) => !('approvers' in settings && area === storeAreas.approval);
    for (const { name, store } of allTasks.filter((task) => found.has(`headroom-${task.name}`))) {
      const done = (action: string) => doneTo(found.get(`headroom-${name}`), action);
      expect([name, done('s3:PutObject')]).toEqual([name, (store?.write ?? []).filter(open).toSorted()]);
      expect([name, done('s3:DeleteObject')]).toEqual([name, (store?.delete ?? []).toSorted()]);
    }
  });

  it('is everyone with a permission of their own where no roles are named, save that no one deletes the audit', () => {
    const everyone = answers('write', templateOf(deployed().stack)).get(others);
    expect(everyone?.can).toBe(own);
    const areas = new Set(Object.values(storeAreas));
    expect(new Set(doneTo(everyone, 's3:PutObject'))).toEqual(areas);
    areas.delete(storeAreas.auditFile);
    expect(new Set(doneTo(everyone, 's3:DeleteObject'))).toEqual(areas);
  });

  it('is no one else once approvers and policy writers are named, and each of these writes what is theirs', () => {
    const found = answers('write', templateOf(deployed(named).stack));
    const people = [...found].filter(([, { kind }]) => kind !== 'function').map(([name, { can }]) => [name, can]);
    expect(Object.fromEntries(people)).toEqual({ [approver]: own, [writer]: own, [restorer]: own });
    expect(doneTo(found.get(approver), 's3:PutObject')).toEqual(['approvals/*']);
    expect(doneTo(found.get(writer), 's3:PutObject')).toContain('policy.yaml');
    expect(doneTo(found.get(writer), 's3:PutObject')).not.toContain('approvals/*');
  });
});

describe('who can approve', () => {
  it('is everyone who may start a run or write an approval, where no approvers are named', () => {
    const found = answers('approve', templateOf(deployed().stack));
    expect(doneTo(found.get(others), 'states:StartExecution')).toEqual(['the workflow']);
    expect(doneTo(found.get(others), 's3:PutObject')).toEqual(['approvals/*']);
    const starts = [...found.values()].filter(
      (one) => doneTo(one, 'states:StartExecution').length > 0 && one.can === 'yes',
    );
    expect(starts.map(({ remarks }) => remarks)).toEqual([
      ['assumed by scheduler.amazonaws.com'],
      ['assumed by pipes.amazonaws.com'],
    ]);
  });

  it('is the approver and the break-glass role alone, where approvers are named', () => {
    const settings = { approvers: approver, breakGlass: [restorer], channels: true };
    expect(canOf('approve', templateOf(deployed(settings).stack))).toEqual({ [approver]: own, [restorer]: own });
  });
});

describe('who can read the token', () => {
  it.each(variants)('are the functions alone whose contracts need one: %j', (settings) => {
    const readers = functions(settings, ({ environment }) =>
      ['secret', 'rotatedSecret'].some((one) => environment.includes(one as never)),
    );
    const found = answers('read-token', templateOf(deployed(settings).stack));
    expect(Object.fromEntries([...found].map(([name, { can }]) => [name, can]))).toEqual(readers);
    for (const one of found.values()) expect(doneTo(one, 'secretsmanager:GetSecretValue')).toHaveLength(1);
  });
});
