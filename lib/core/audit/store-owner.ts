/**
 * Whose a store is, as its lease says. A member is absent while no run that knows it has had the lease.
 */
export interface StoreOwner {
  /** Identifier of the organization on the platform. */
  readonly organization?: string;
  /** ARN of the stack whose functions use the store, without the unique part; command lines have none. */
  readonly stack?: string;
}

const stackPattern = /^arn:[^:]+:cloudformation:(?<region>[^:]*):(?<account>[^:]*):stack\/(?<name>[^/]+)/;

/** `org-example, stack headroom-prod (eu-west-1, account 111122223333)` */
export const ownerText = ({ organization, stack = '' }: StoreOwner): string => {
  const { region, account, name } = stackPattern.exec(stack)?.groups ?? {};
  const deployment = name === undefined ? stack : `stack ${name} (${region}, account ${account})`;
  return [organization ?? '', deployment].filter((text) => text !== '').join(', ');
};

/** Name of a stack, from its ARN. */
export const stackNameOf = (stack: string): string => stackPattern.exec(stack)?.groups?.name ?? stack;

/** Whether a store with this owner is someone else's: both know a member, and it differs. */
export const isOthers = (owner: StoreOwner | undefined, own: StoreOwner): boolean =>
  (['organization', 'stack'] as const).some(
    (member) => owner?.[member] !== undefined && own[member] !== undefined && owner[member] !== own[member],
  );

/** The owner with what a run knows of it. */
export const completed = (owner: StoreOwner = {}, own: StoreOwner): StoreOwner => ({
  organization: own.organization ?? owner.organization,
  stack: own.stack ?? owner.stack,
});
