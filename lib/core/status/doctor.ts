import { attention, namesInLine, ok, problem, type StatusLine } from './status.ts';

/** What AWS says about a deployment that is about to be made. */

/** Concurrent executions that Lambda never lets functions reserve. */
const keptUnreserved = 100;
/** Copies that a deployment runs at one time in a busy hour: with fewer, functions wait for each other. */
const comfortable = 20;

const increase = (value: number): string =>
  `aws service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 --desired-value ${value}`;

interface ConcurrencyFacts {
  /** Of the account in this region, and the part of it that no function reserves. */
  readonly limit: number;
  readonly unreserved: number;
  /** What the template reserves. */
  readonly wanted: number;
  /** Whether the stack exists: then it may have reserved some of these already. */
  readonly isDeployed: boolean;
}

/** Whether the account has room for the copies that the template reserves. */
export const judgeConcurrency = ({ limit, unreserved, wanted, isDeployed }: ConcurrencyFacts): StatusLine => {
  const says = `${limit} concurrent executions in the account, ${unreserved} of them unreserved; the template reserves ${wanted}`;
  if (wanted > 0 && unreserved - wanted < keptUnreserved) {
    const remedy = `set reserveConcurrency to false, or: ${increase(limit - unreserved + wanted + keptUnreserved)}`;
    return isDeployed && unreserved >= keptUnreserved
      ? attention('concurrency', `${says}, which is enough only if the stack reserves them already`, remedy)
      : problem('concurrency', `${says}, and Lambda keeps ${keptUnreserved} unreserved`, remedy);
  }
  return limit < comfortable
    ? attention('concurrency', `${says}; functions wait for each other`, increase(1_000))
    : ok('concurrency', says);
};

/** Version of the CDK bootstrap; null without one. */
export const judgeBootstrap = (version: number | null, least: number): StatusLine => {
  if (version === null)
    return problem('bootstrap', 'this account and region are not bootstrapped', 'npx cdk bootstrap');
  const says = `version ${version}, at least ${least} is needed`;
  return version < least ? problem('bootstrap', says, 'npx cdk bootstrap') : ok('bootstrap', says);
};

/** Types of resources of the template that this region does not have. */
export const judgeServices = (types: readonly string[], missing: readonly string[]): StatusLine =>
  missing.length === 0
    ? ok('services', `the region has all ${types.length} types of resources of the template`)
    : problem(
        'services',
        `the region lacks ${namesInLine(missing)}`,
        missing.every((type) => type.startsWith('AWS::EventSchemas::'))
          ? 'set schemas to false'
          : 'deploy in another region',
      );

/** The stack that the mark of the organization names; null if there is no mark. */
export const judgeMark = (owner: string | null, stack: string): StatusLine => {
  if (owner === null) return ok('mark', 'no other deployment for this organization in this account and region');
  return owner === stack
    ? ok('mark', `this deployment, the stack ${stack}`)
    : problem(
        'mark',
        `the stack ${owner} is the deployment for this organization`,
        `change ${owner}, or remove it first (docs/deploy.md#one-deployment-for-each-organization)`,
      );
};

/** Status of the stack in CloudFormation; null if it does not exist. */
export const judgeStack = (status: string | null, stack: string): StatusLine => {
  if (status === null) return ok('stack', `${stack} is not deployed yet`);
  const protection = 'aws cloudformation update-termination-protection --no-enable-termination-protection --stack-name';
  if (status === 'ROLLBACK_COMPLETE')
    return problem('stack', `the first deployment of ${stack} failed`, `${protection} ${stack}; then npx cdk deploy`);
  return /_FAILED$|_IN_PROGRESS$/.test(status)
    ? problem('stack', `${stack} is in ${status}`, 'wait for its end, or repair it in the CloudFormation console')
    : ok('stack', `${stack} is deployed (${status})`);
};

/** Names of the trails that record events of this region. */
export const judgeTrail = (logging: readonly string[]): StatusLine =>
  logging.length > 0
    ? ok('trail', `recorded by ${namesInLine(logging)}`)
    : attention(
        'trail',
        'no trail of CloudTrail records this region, so the alarm key-ending cannot ring',
        'aws cloudtrail create-trail, and start-logging',
      );
