import { describe, expect, it } from 'vitest';
import { auditFiles } from '../../lib/contract/store-keys.ts';
import type { TaskContract } from '../../lib/contract/task-contract.ts';
import { allTasks } from '../../lib/contract/tasks.ts';
import { unscopedActions } from '../../lib/infra/unscoped.ts';
import { recordedCalls } from '../aws/recorded-calls.ts';
import { flat, listed, type Resource } from './access/template.ts';
import { deployed, everythingChosen } from './deployed.ts';

type Resources = Readonly<Record<string, Resource>>;
type Properties = Resource['Properties'];

type Variables = Readonly<Record<string, unknown>>;

/** One action on one resource that a role is granted: `action resource`. */
type Permission = string;

const every = (actions: unknown, resources: unknown): Permission[] =>
  listed(actions).flatMap((action) => listed(resources).map((resource) => `${action} ${resource}`));

const ofType = (resources: Resources, type: string): [string, Properties][] =>
  Object.entries(resources).flatMap(([id, { Type, Properties }]) => (Type === type ? [[id, Properties] as const] : []));

const idOf = (reference: unknown): string => /^<(\w+)(?:\.\w+)?>$/.exec(flat(reference))?.[1] ?? '';

const attached = (resources: Resources): [string, Properties][] =>
  ofType(resources, 'AWS::IAM::ManagedPolicy').flatMap(([, { Roles, PolicyDocument }]) =>
    listed(Roles).flatMap((role) => PolicyDocument.Statement.map((one: Properties) => [role.slice(1, -1), one])),
  );

const inBuckets = (resources: Resources): [string, Properties][] =>
  ofType(resources, 'AWS::S3::BucketPolicy')
    .flatMap(([, { PolicyDocument }]) => PolicyDocument.Statement)
    .filter(({ Effect }) => Effect === 'Allow')
    .flatMap((one) => listed(one.Principal.AWS ?? []).map((role): [string, Properties] => [idOf(role), one]));

/** Permissions of each role, in its own policies and in those of the buckets. */
const granted = (resources: Resources): Map<string, Set<Permission>> => {
  const roles = new Map(ofType(resources, 'AWS::IAM::Role').map(([id]) => [id, new Set<Permission>()]));
  for (const [role, { Action, Resource: on }] of [...attached(resources), ...inBuckets(resources)])
    for (const permission of every(Action, on)) roles.get(role)?.add(permission);
  return roles;
};

/** Key of a bucket or secret. */
const keyOf = (resources: Resources, id: string): string => {
  const { KmsKeyId, BucketEncryption } = resources[id]?.Properties ?? {};
  const [rule] = BucketEncryption?.ServerSideEncryptionConfiguration ?? [];
  return flat(KmsKeyId ?? rule?.ServerSideEncryptionByDefault.KMSMasterKeyID);
};

const logging = (group: unknown): Permission[] => every(['logs:CreateLogStream', 'logs:PutLogEvents'], group);

/** What a function uses by what it is: its log, its dead letters, and its network. */
const ofAnyFunction = (lambda: Properties): Permission[] => [
  ...logging(`<${idOf(lambda.LoggingConfig.LogGroup)}.Arn>`),
  ...every('sqs:SendMessage', lambda.DeadLetterConfig.TargetArn),
  ...(lambda.VpcConfig === undefined ? [] : every(unscopedActions.network, '*')),
];

/** Objects that the walks of test/proof/workflow/store-access.test.ts touched, and the key that encrypts them. */
const inStore = (resources: Resources, { store }: TaskContract, variables: Variables): Permission[] => {
  if (store === null) return [];
  const bucket = idOf(variables.HEADROOM_BUCKET);
  const { read, write, delete: remove } = store;
  const objects = (patterns: readonly string[]) => patterns.map((pattern) => `<${bucket}.Arn>/${pattern}`);
  const locks = Number(variables.HEADROOM_AUDIT_LOCK_DAYS ?? 0) > 0 && write.includes(auditFiles);
  return [
    ...every('s3:GetObject', objects(read)),
    ...every('s3:PutObject', objects(write)),
    ...every('s3:DeleteObject', objects(remove)),
    ...(locks ? every('s3:PutObjectRetention', objects([auditFiles])) : []),
    ...every(['kms:Decrypt', 'kms:GenerateDataKey'], keyOf(resources, bucket)),
  ];
};

/** Resource that a recorded permission is about, by the variables of the function. */
const targets = (variables: Variables): Readonly<Record<string, readonly unknown[]>> => ({
  's3:ListBucket': [`<${idOf(variables.HEADROOM_BUCKET)}.Arn>`],
  'events:PutEvents': [`<${idOf(variables.HEADROOM_BUS)}.Arn>`],
  'states:StartExecution': [variables.HEADROOM_RETIREMENT],
  secretsmanager: [variables.HEADROOM_SECRET, variables.HEADROOM_ROTATED_SECRET, variables.HEADROOM_CHANNELS_SECRET],
});

/** Calls that the built function made when it ran, and the keys of the secrets that they read or write. */
const inCalls = (resources: Resources, task: TaskContract, variables: Variables): Permission[] =>
  recordedCalls[task.name].flatMap((action) => {
    const on = targets(variables)[action] ?? targets(variables).secretsmanager ?? [];
    // A variable may name several secrets.
    const there = on.filter((one) => one !== undefined).flatMap((one) => flat(one).split(','));
    const keys = there.map((one) => keyOf(resources, idOf({ Ref: one.slice(1, -1) })));
    const decrypts = action === 'secretsmanager:GetSecretValue' ? every('kms:Decrypt', keys) : [];
    const encrypts = action === 'secretsmanager:PutSecretValue' ? every('kms:GenerateDataKey', keys) : [];
    return [...every(action, there), ...decrypts, ...encrypts];
  });

const ofFunctions = (resources: Resources): [string, Permission[]][] =>
  ofType(resources, 'AWS::Lambda::Function').map(([, lambda]) => {
    const task = allTasks.find(({ name }) => lambda.FunctionName === `headroom-${name}`);
    if (task === undefined) throw new Error(`${lambda.FunctionName} is no task`);
    const variables = lambda.Environment.Variables;
    const reached = [...inStore(resources, task, variables), ...inCalls(resources, task, variables)];
    return [idOf(lambda.Role), [...ofAnyFunction(lambda), ...reached]];
  });

/** A state machine calls what its definition names, and itself for the children of distributed maps. */
const ofMachines = (resources: Resources): [string, Permission[]][] =>
  ofType(resources, 'AWS::StepFunctions::StateMachine').map(([, machine]) => {
    const { StateMachineName, DefinitionString, DefinitionSubstitutions } = machine;
    const versions = listed(Object.values(DefinitionSubstitutions)).map(
      (version) => `${flat(resources[version.slice(1, -1)]?.Properties.FunctionName).slice(0, -1)}.Arn>:*`,
    );
    const states = 'arn:<AWS::Partition>:states:<AWS::Region>:<AWS::AccountId>';
    const hasChildren = DefinitionString.includes('"DISTRIBUTED"');
    const ofChildren = ['states:DescribeExecution', 'states:StopExecution', 'states:RedriveExecution'];
    return [
      idOf(machine.RoleArn),
      [
        ...every('lambda:InvokeFunction', versions),
        ...(machine.LoggingConfiguration.Level === 'OFF' ? [] : every(unscopedActions.logDelivery, '*')),
        ...(hasChildren ? every('states:StartExecution', `${states}:stateMachine:${StateMachineName}`) : []),
        ...(hasChildren ? every(ofChildren, `${states}:execution:${StateMachineName}?*`) : []),
      ],
    ];
  });

/** Permission to start a target, by what it is. */
const starting = (resources: Resources, target: unknown): Permission[] => {
  const type = resources[idOf(target)]?.Type;
  if (type === 'AWS::StepFunctions::StateMachine') return every('states:StartExecution', target);
  if (type === 'AWS::Lambda::Function') return every('lambda:InvokeFunction', target);
  if (type === 'AWS::SNS::Topic')
    return [
      ...every('sns:Publish', target),
      ...every(['kms:Decrypt', 'kms:GenerateDataKey'], resources[idOf(target)]?.Properties.KmsMasterKeyId),
    ];
  throw new Error(`${flat(target)} is a ${type}`);
};

const ofServices = (resources: Resources): [string, Permission[]][] => [
  ...ofType(resources, 'AWS::Scheduler::Schedule').map(([, { Target }]): [string, Permission[]] => [
    idOf(Target.RoleArn),
    [...starting(resources, Target.Arn), ...every('sqs:SendMessage', Target.DeadLetterConfig.Arn)],
  ]),
  ...ofType(resources, 'AWS::Pipes::Pipe').map(([, pipe]): [string, Permission[]] => [
    idOf(pipe.RoleArn),
    [
      ...every(['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'], pipe.Source),
      ...starting(resources, pipe.Target),
      ...logging(pipe.LogConfiguration.CloudwatchLogsLogDestination.LogGroupArn),
    ],
  ]),
  ...ofType(resources, 'AWS::Events::Rule').flatMap(([, { Targets }]) =>
    Targets.filter(({ RoleArn }: Properties) => RoleArn !== undefined).map(({ RoleArn, Arn }: Properties) => [
      idOf(RoleArn),
      starting(resources, Arn),
    ]),
  ),
];

/** What AWS's own policy for backups of S3 permits (AWSBackupServiceRolePolicyForS3Backup), of the buckets of a plan alone. */
const ofBackups = (resources: Resources): [string, Permission[]][] =>
  ofType(resources, 'AWS::Backup::BackupSelection').map(([, { BackupSelection }]) => {
    const [bucket = ''] = listed(BackupSelection.Resources);
    const rules = 'arn:<AWS::Partition>:events:*:<AWS::AccountId>:rule/AwsBackupManagedRule*';
    const s3 = (names: string) => names.split(' ').map((name) => `s3:${name}`);
    const events = (names: string) => names.split(' ').map((name) => `events:${name}`);
    const lists = 'ListBucket ListBucketVersions GetInventoryConfiguration PutInventoryConfiguration';
    const facts = 'GetBucketAcl GetBucketLocation GetBucketTagging GetBucketVersioning';
    const objects =
      'GetObject GetObjectAcl GetObjectTagging GetObjectVersion GetObjectVersionAcl GetObjectVersionTagging';
    return [
      idOf(BackupSelection.IamRoleArn),
      [
        ...every(s3(`${lists} ${facts} GetBucketNotification PutBucketNotification`), bucket),
        ...every(s3(objects), `${bucket}/*`),
        ...every(['kms:Decrypt', 'kms:DescribeKey'], keyOf(resources, bucket.slice(1, -'.Arn>'.length))),
        ...every(events('DescribeRule EnableRule DisableRule PutRule DeleteRule'), rules),
        ...every(events('PutTargets RemoveTargets ListTargetsByRule'), rules),
        ...every(unscopedActions.backup, '*'),
      ],
    ];
  });

const used = (resources: Resources): Map<string, Set<Permission>> => {
  const roles = new Map<string, Set<Permission>>();
  for (const [role, permissions] of [
    ...ofFunctions(resources),
    ...ofMachines(resources),
    ...ofServices(resources),
    ...ofBackups(resources),
  ])
    for (const permission of permissions) roles.set(role, (roles.get(role) ?? new Set()).add(permission));
  return roles;
};

const sorted = (roles: Map<string, Set<Permission>>) =>
  Object.fromEntries([...roles].map(([role, permissions]) => [role, [...permissions].sort()]));

/** Every statement of every role is used, and nothing that is used lacks a statement. */
export const usedPermissionSentences = (): void => {
  describe.each([
    ['as it comes', {}],
    ['with everything that can be chosen', everythingChosen],
    ['with a locked audit and no rotation', { auditLockDays: 400, rotationDays: null }],
  ])('the permissions of every role, in the stack %s,', (_, settings) => {
    it('are those that recorded calls, the definitions and the targets of the template use', () => {
      const { resources } = deployed(settings);
      const permissions = granted(resources);
      expect(permissions.size).toBeGreaterThanOrEqual(14);
      expect(sorted(used(resources))).toEqual(sorted(permissions));
    });
  });
};
