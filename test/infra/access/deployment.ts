import { environmentNames } from '../../../lib/contract/environment.ts';
import type { AccessRequest, Statement } from './evaluate.ts';
import { policiesOf, policyOfBucket, policyOfKey, policyOfSecret } from './policies.ts';
import { flat, listed, type Resource, type Template } from './template.ts';

/** Something that a policy may be about, with the statements of its own policy. */
export interface PolicyTarget {
  readonly request: Pick<AccessRequest, 'resource' | 'resourceArn'>;
  readonly statements: readonly Statement[];
}

/** The resources of a deployment about which people ask. */
export interface AccessFacts {
  readonly bucket: PolicyTarget & {
    readonly key: PolicyTarget;
    /** Keys of objects, or patterns of them, that policies name. */
    readonly named: readonly string[];
  };
  readonly secrets: readonly (PolicyTarget & { readonly key: PolicyTarget; readonly id: string })[];
  readonly machine: PolicyTarget;
  /** Whether a request for a run may approve a plan. */
  readonly runsApprove: boolean;
  /** Keys whose policies are outside of the template. */
  readonly foreignKeys: readonly string[];
}

const arnOf = (service: string, rest: string): string =>
  `arn:<AWS::Partition>:${service}:<AWS::Region>:<AWS::AccountId>:${rest}`;

const idIn = (value: unknown): string => flat(value).replace(/^<([\w]+)(?:\.Arn)?>$/, '$1');

const isKey = ({ Resources }: Template, given: unknown): boolean => Resources[idIn(given)]?.Type === 'AWS::KMS::Key';

const keyOf = (template: Template, given: unknown): PolicyTarget => ({
  request: {
    resource: flat(given),
    resourceArn: isKey(template, given) ? arnOf('kms', `key/<${idIn(given)}>`) : flat(given),
  },
  statements: policyOfKey(template.Resources, idIn(given)),
});

/** What statements name below a resource. */
const namedBelow = (request: PolicyTarget['request'], statements: readonly Statement[]): string[] => {
  const patterns = statements.flatMap(({ Resource, NotResource }) => listed(Resource ?? NotResource ?? []));
  const places = [request.resource, request.resourceArn].map((place) => `${place}/`);
  const below = places.flatMap((place) =>
    patterns.flatMap((one) => (one.startsWith(place) ? one.slice(place.length) : [])),
  );
  return [...new Set(below)];
};

/**
 * Finds the resources of a deployment by the outputs that commands find them by.
 * @throws Error if the template contains no Headroom
 */
export const accessFactsOf = (place: string, template: Template): AccessFacts => {
  const { Resources, Outputs } = template;
  const output = (name: string): string | undefined => Outputs[name] && idIn(Outputs[name].Value);
  const madeBy = (name: string): [string, Resource] => {
    const id = output(name) ?? '';
    const found = Resources[id];
    if (found === undefined) throw new Error(`${place} contains no Headroom`);
    return [id, found];
  };
  const [bucketId, bucket] = madeBy('BucketName');
  const [machineId] = madeBy('WorkflowArn');
  const encryption = bucket.Properties.BucketEncryption?.ServerSideEncryptionConfiguration?.[0];
  const ofBucket = encryption?.ServerSideEncryptionByDefault?.KMSMasterKeyID;
  const name = flat(bucket.Properties.BucketName ?? `<${bucketId}>`);
  const secrets = Object.keys(Outputs)
    .filter((output) => /^SecretArn\d*$/.test(output))
    .map(madeBy);
  const keys = [ofBucket, ...secrets.map(([, { Properties }]) => Properties.KmsKeyId)];
  const rules = Object.values(Resources).map(
    ({ Properties }) => Properties.Environment?.Variables?.[environmentNames.approvalRule],
  );
  const request = { resource: `<${bucketId}.Arn>`, resourceArn: `arn:<AWS::Partition>:s3:::${name}` };
  const statements = policyOfBucket(Resources, bucketId);
  const ofPrincipals = Object.keys(Resources).flatMap((id) => policiesOf(Resources, id));
  return {
    bucket: {
      request,
      statements,
      named: namedBelow(request, [...statements, ...ofPrincipals]),
      key: keyOf(template, ofBucket),
    },
    secrets: secrets.map(([id, { Properties }]) => ({
      id,
      request: { resource: `<${id}>`, resourceArn: arnOf('secretsmanager', `secret:<${id}>`) },
      statements: policyOfSecret(Resources, id),
      key: keyOf(template, Properties.KmsKeyId),
    })),
    machine: {
      request: { resource: `<${machineId}>`, resourceArn: arnOf('states', `stateMachine:<${machineId}>`) },
      statements: [],
    },
    runsApprove: rules.some((rule) => rule !== undefined && rule !== 'stored'),
    foreignKeys: [...new Set(keys.filter((key) => !isKey(template, key)).map(flat))],
  };
};
