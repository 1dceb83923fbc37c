import { flat, listed, type Resource } from './access/template.ts';

interface Statement {
  readonly Effect: string;
  readonly Action: unknown;
  readonly Resource: unknown;
  readonly Condition?: Record<string, Record<string, unknown>>;
  readonly Principal?: { readonly AWS?: unknown };
}

export type RoleTable = Record<string, string[]>;

/** `if key = value` for each condition. */
const conditions = (given: Statement['Condition']): string =>
  Object.entries(given ?? {})
    .flatMap(([operator, keys]) =>
      Object.entries(keys).map(([key, value]) => ` if ${key} ${operator} ${listed(value).join(' or ')}`),
    )
    .join('');

const line = ({ Action, Resource: resource, Condition }: Statement): string =>
  `${listed(Action).sort().join(', ')} on ${listed(resource).sort().join(', ')}${conditions(Condition)}`;

const statementsOf = (resources: Record<string, Resource>, type: string): (Statement & { policy: Resource })[] =>
  Object.values(resources)
    .filter(({ Type }) => Type === type)
    .flatMap((policy) =>
      policy.Properties.PolicyDocument.Statement.map((statement: Statement) => ({ ...statement, policy })),
    );

/** The table of permissions: every role with its policies and its grants in resource policies. */
export const roleTable = (resources: Record<string, Resource>): RoleTable => {
  const table: RoleTable = {};
  for (const [id, { Type }] of Object.entries(resources)) if (Type === 'AWS::IAM::Role') table[id] = [];
  const add = (role: string, text: string) => table[role]?.push(text);
  for (const statement of statementsOf(resources, 'AWS::IAM::ManagedPolicy')) {
    for (const role of listed(statement.policy.Properties.Roles)) add(role.slice(1, -1), line(statement));
  }
  for (const statement of statementsOf(resources, 'AWS::S3::BucketPolicy')) {
    if (statement.Effect !== 'Allow' || statement.Principal?.AWS === undefined) continue;
    for (const role of listed(statement.Principal.AWS)) {
      add(
        role.replace(/^<(.*)\.Arn>$/, '$1'),
        `${line(statement)} (policy of ${flat(statement.policy.Properties.Bucket)})`,
      );
    }
  }
  return Object.fromEntries(
    Object.entries(table)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([role, lines]) => [role, lines.sort()]),
  );
};
