import { Annotations, Lazy, Stack } from 'aws-cdk-lib';
import { AnyPrincipal, Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { type StoreArea, storeAreas } from '../../contract/store-keys.ts';

/**
 * Who writes the store of a deployment: functions write what the contracts of their tasks name, and people what a rule names.
 * The policy of the bucket and the grants of the construct derive from these tables.
 */

/** Settings that name the roles of people. */
export type WriterRule = 'approvers' | 'policyWriters';

const { policy, policyVersion, calendar, mode, grants, approval } = storeAreas;

/** The objects that people of a rule write and delete. */
export const peopleAreas: Readonly<Record<WriterRule, readonly StoreArea[]>> = {
  approvers: [approval],
  policyWriters: [policy, policyVersion, calendar, mode, grants],
};

/** A part of the store that only some may change: `areas`, or everything but them. */
interface Reservation {
  readonly areas: readonly StoreArea[];
  readonly isRest: boolean;
  /** The rule whose roles change it, besides functions; null for what only functions change. */
  readonly rule: WriterRule | null;
}

/** Every object of the store is in exactly one of these parts. */
const reservations: readonly Reservation[] = [
  ...(Object.keys(peopleAreas) as WriterRule[]).map((rule) => ({ areas: peopleAreas[rule], isRest: false, rule })),
  { areas: Object.values(peopleAreas).flat(), isRest: true, rule: null },
];

/** ARNs of the roles of people; an absent rule restricts no one. */
export interface NamedRoles {
  /** Roles that alone may approve. */
  readonly approvers?: readonly string[];
  /** Roles that alone may write policy, calendars, mode and grants; absent: the approvers, because a guardrail asks for them. */
  readonly policyWriters?: readonly string[];
  /** Roles that no rule restricts: for a restore, and for runs from the command line. */
  readonly breakGlass?: readonly string[];
}

const changes = [
  's3:PutObject',
  's3:ReplicateObject',
  's3:DeleteObject',
  's3:DeleteObjectVersion',
  's3:ReplicateDelete',
];

const isPartOf = ({ areas, isRest }: Reservation, pattern: string): boolean =>
  areas.some((area) => area === pattern) !== isRest;

/**
 * Once a rule names roles, the policy of the bucket denies everyone else every change of every object, whatever their other
 * permissions: functions change the objects of their contracts, approvers and policy writers their own. Objects of a rule
 * that names no roles stay open: approvals, where only policy writers are named.
 */
export class StoreWriters {
  private readonly named: Readonly<Record<WriterRule, string[] | undefined>>;
  private readonly functions: { readonly arn: string; readonly changed: readonly string[] }[] = [];

  constructor(bucket: Bucket, { approvers, policyWriters = approvers, breakGlass = [] }: NamedRoles) {
    this.named = { approvers: approvers && [...approvers], policyWriters: policyWriters && [...policyWriters] };
    if (policyWriters === undefined) return;
    for (const reservation of reservations) {
      if (reservation.rule !== null && !this.isRestricted(reservation.rule)) continue;
      const resources = reservation.areas.map((area) => bucket.arnForObjects(area));
      const arns = Lazy.list({ produce: () => [...new Set([...this.changing(reservation), ...breakGlass])] });
      bucket.addToResourcePolicy(
        new PolicyStatement({
          effect: Effect.DENY,
          principals: [new AnyPrincipal()],
          actions: changes,
          ...(reservation.isRest ? { notResources: resources } : { resources }),
          conditions: { ArnNotEquals: { 'aws:PrincipalArn': arns } },
        }),
      );
    }
  }

  /** Names another role in a rule; without that rule it needs none. */
  exempt(rule: WriterRule, arn: string): void {
    this.named[rule]?.push(arn);
  }

  /** ARNs of the roles that alone may; undefined for a rule that restricts no one. */
  of(rule: WriterRule): readonly string[] | undefined {
    return this.named[rule];
  }

  /** Whether only some roles may. */
  isRestricted(rule: WriterRule): boolean {
    return this.named[rule] !== undefined;
  }

  /** Admits the role of a function to the areas that it changes. */
  admit(arn: string, changed: readonly string[]): void {
    this.functions.push({ arn, changed });
  }

  private changing(reservation: Reservation): string[] {
    const { rule } = reservation;
    const people = rule === null ? [] : (this.named[rule] ?? []);
    // The function that plans would otherwise approve what a run request asks for.
    if (rule === 'approvers') return people;
    const functions = this.functions.filter(({ changed }) => changed.some((area) => isPartOf(reservation, area)));
    return [...people, ...functions.map(({ arn }) => arn)];
  }
}

const everyone = 'everyone in the account with a permission for the bucket';

/** ARNs as the app names them, and logical ids of roles whose ARNs only the deployment makes. */
const namesOf = (stack: Stack, arns: readonly string[] | undefined): string => {
  if (arns === undefined) return everyone;
  const names = arns.map((arn) => {
    const resolved = stack.resolve(arn);
    if (typeof resolved === 'string') return resolved;
    return `the role ${resolved['Fn::GetAtt']?.[0] ?? JSON.stringify(resolved)}`;
  });
  return names.join(', ');
};

/**
 * Says at synth who approves plans and who changes the policy, whose guardrails decide what needs an approval. A validation is
 * called once nothing changes the template any more, so it also names roles that the app grants something after the construct.
 */
export const sayWriters = (scope: Construct, writers: StoreWriters): void => {
  scope.node.addValidation({
    validate: () => {
      const of = (rule: WriterRule) => namesOf(Stack.of(scope), writers.of(rule));
      const text = `approvers, who may approve plans: ${of('approvers')}; policyWriters, who may change the policy with its guardrails, mode and grants: ${of('policyWriters')}. docs/permissions.md has the commands that ask AWS about a role.`;
      Annotations.of(scope).addInfoV2('headroom:writers', text);
      return [];
    },
  });
};
