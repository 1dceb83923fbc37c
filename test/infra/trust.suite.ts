import { describe, expect, it } from 'vitest';
import { flat, listed } from './access/template.ts';
import { type Deployed, deployed, everythingChosen } from './deployed.ts';

interface Statement {
  readonly Effect: string;
  readonly Action: unknown;
  readonly Principal?: string | Readonly<Record<string, unknown>>;
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** Logical ids without the hash of their content. */
const plain = (text: string) => text.replaceAll(/<([A-Za-z0-9]+?)[0-9A-F]{8}(\.\w+)?>/g, '<$1$2>');

const conditionsOf = ({ Condition = {} }: Statement): string[] =>
  Object.entries(Condition).flatMap(([operator, keys]) =>
    Object.entries(keys).map(([key, value]) => plain(`${operator} ${key} ${listed(value).join(' or ')}`)),
  );

const servicesOf = ({ Principal }: Statement): string[] =>
  typeof Principal === 'object' ? listed(Principal.Service ?? []) : [];

/** Every statement that grants access: policies of resources, of keys, trust of roles, and permissions to call. */
const lettingIn = ({ resources }: Deployed): { readonly at: string; readonly statement: Statement }[] =>
  Object.entries(resources).flatMap(([id, { Type, Properties }]) => {
    if (Type === 'AWS::Lambda::Permission') {
      const { Principal, SourceArn, SourceAccount } = Properties;
      const Condition = {
        ArnLike: { ...(SourceArn === undefined ? {} : { 'aws:SourceArn': SourceArn }) },
        StringEquals: { ...(SourceAccount === undefined ? {} : { 'aws:SourceAccount': SourceAccount }) },
      };
      return [
        { at: id, statement: { Effect: 'Allow', Action: 'invoke', Principal: { Service: Principal }, Condition } },
      ];
    }
    if (Type === 'AWS::IAM::ManagedPolicy') return [];
    const document =
      Properties?.AssumeRolePolicyDocument ??
      Properties?.KeyPolicy ??
      Properties?.PolicyDocument ??
      Properties?.ResourcePolicy;
    const own = Properties?.Statement === undefined ? [] : [Properties.Statement];
    const statements: Statement[] = [...(document?.Statement ?? []), ...own];
    return statements.filter(({ Effect }) => Effect === 'Allow').map((statement) => ({ at: id, statement }));
  });

const account = '<AWS::AccountId>';

/** External access: principals, roles and resources, with their conditions. */
export const trustSentences = (): void => {
  const { of } = deployed();
  const enabled = deployed(everythingChosen);

  describe('a role', () => {
    it('can be taken by the one service that works under it, for this account alone', () => {
      const takers = enabled.of('AWS::IAM::Role').map(([, { AssumeRolePolicyDocument }]) => {
        const [statement, ...more] = AssumeRolePolicyDocument.Statement as Statement[];
        expect(more).toEqual([]);
        expect(statement?.Action).toBe('sts:AssumeRole');
        const { Principal } = statement ?? {};
        expect(Object.keys(typeof Principal === 'object' ? Principal : {})).toEqual(['Service']);
        return [servicesOf(statement as Statement).join(), conditionsOf(statement as Statement)] as const;
      });
      const thisAccount = `StringEquals aws:SourceAccount ${account}`;
      expect(new Map(takers)).toEqual(
        new Map([
          // Lambda has no such condition; a function can only use a role of its own account.
          ['lambda.amazonaws.com', []],
          // Only a plan of its own account can name a role of AWS Backup, and AWS documents no such condition for it.
          ['backup.amazonaws.com', []],
          ['states.amazonaws.com', [thisAccount]],
          ['scheduler.amazonaws.com', [thisAccount]],
          ['pipes.amazonaws.com', [thisAccount]],
          [
            'events.amazonaws.com',
            [
              thisAccount,
              `ArnLike aws:SourceArn ${['headroom/*', 'headroom-*'].map((rules) => `arn:<AWS::Partition>:events:<AWS::Region>:${account}:rule/${rules}`).join(' or ')}`,
            ],
          ],
        ]),
      );
      for (const [service, conditions] of takers) expect(conditions).toEqual(new Map(takers).get(service));
    });
  });

  describe('a service of AWS', () => {
    it('is admitted nowhere without a condition on the account or resource', () => {
      const bound = /aws:SourceAccount|aws:SourceArn|kms:EncryptionContext:aws:logs:arn/;
      const unbound = lettingIn(enabled)
        .filter(({ statement }) =>
          servicesOf(statement).some((service) => !/^(?:lambda|backup)\.amazonaws\.com$/.test(service)),
        )
        .filter(({ statement }) => !conditionsOf(statement).some((condition) => bound.test(condition)))
        .map(({ at, statement }) => `${servicesOf(statement).join()} at ${at}`);
      expect(unbound).toEqual([]);
    });

    it('is EventBridge only by a role, where a topic and its key are concerned: their policies could bind it to nothing', () => {
      const letIn = lettingIn(enabled)
        .filter(({ at }) => /^(Notices|Storage|Token)/.test(at) && !at.includes('Role'))
        .flatMap(({ statement }) => servicesOf(statement));
      expect(letIn).not.toContain('events.amazonaws.com');
      const [written] = of('AWS::Events::Rule')
        .filter(([, { EventPattern }]) => EventPattern['detail-type']?.includes('Notice'))
        .map(([, { Targets }]) => Targets);
      expect(written.map(({ RoleArn }: { RoleArn: unknown }) => plain(flat(RoleArn)))).toEqual([
        '<NoticesAccessRole.Arn>',
      ]);
    });
  });

  describe('a function', () => {
    it('is called only by the rules that watch runs and notices and by the secret, beside the roles that may', () => {
      const callers = lettingIn(enabled)
        .filter(({ statement }) => statement.Action === 'invoke')
        .map(({ statement }) => `${servicesOf(statement).join()}: ${conditionsOf(statement).join(', ')}`);
      expect(callers.sort()).toEqual([
        'events.amazonaws.com: ArnLike aws:SourceArn <ChannelsWritten.Arn>',
        'events.amazonaws.com: ArnLike aws:SourceArn <RunWatchEnded.Arn>',
        `secretsmanager.amazonaws.com: ArnLike aws:SourceArn <TokenSecret>, StringEquals aws:SourceAccount ${account}`,
      ]);
    });
  });

  describe('the bus', () => {
    it('takes events from this account alone, unless an organization is trusted', () => {
      const statements = of('AWS::Events::EventBusPolicy').map(([, { Statement }]) => Statement);
      expect(statements.map(({ Effect }) => Effect)).toEqual(['Deny']);
    });

    it('takes from the accounts of a trusted organization only what asks for a run', () => {
      const [statement, ...more] = enabled
        .of('AWS::Events::EventBusPolicy')
        .flatMap(([, { Statement }]) => (Statement.Effect === 'Allow' ? [Statement] : []));
      expect(more).toEqual([]);
      expect(conditionsOf(statement)).toEqual([
        `StringEquals aws:PrincipalOrgID ${everythingChosen.trustedOrganization}`,
        'StringEquals events:source headroom',
        'StringEquals events:detail-type ServiceCreated or TagsChanged or PolicyChanged or BudgetChanged',
      ]);
      expect(statement.Action).toBe('events:PutEvents');
    });
  });

  describe('the token', () => {
    it('can be read by the functions that were granted it, and by no one else, whatever else they may do', () => {
      const [[, { ResourcePolicy }] = ['', {}]] = of('AWS::SecretsManager::ResourcePolicy');
      const [deny, ...more] = ResourcePolicy.Statement;
      expect(more).toEqual([]);
      expect([deny.Effect, deny.Action, deny.Principal]).toEqual([
        'Deny',
        'secretsmanager:GetSecretValue',
        { AWS: '*' },
      ]);
      const readers = ['discover', 'survey', 'ask', 'apply', 'watchservices', 'rotatetoken', 'retiretoken'];
      const { ArnNotEquals } = deny.Condition;
      expect(listed(ArnNotEquals['aws:PrincipalArn']).map(plain).sort()).toEqual(
        readers.map((name) => `<Functions${name}AccessRole.Arn>`).sort(),
      );
    });
  });
};
