import { readFileSync } from 'node:fs';
import { CustomResource, Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { environmentNames } from '../contract/environment.ts';
import type { Settings } from '../contract/settings.ts';
import { storeAreas } from '../contract/store-keys.ts';
import { parsePolicy } from '../documents/documents.ts';
import { readSibling } from '../documents/files/sibling.ts';
import { acknowledgeDefaults, BundledFunction, type SharedFunctionProps } from './functions/bundled-function.ts';
import type { PolicySource } from './props.ts';
import type { Storage } from './store/storage.ts';

/** CloudFormation passes a document to the function in one message of at most 256 KB. */
const mostBytes = 200_000;

interface CheckedPolicy {
  readonly document: string;
  readonly calendar: { readonly key: string; readonly text: string } | undefined;
}

const calendarBeside = (file: string | undefined, key: string | null): CheckedPolicy['calendar'] => {
  if (key === null) return undefined;
  if (file === undefined)
    throw new Error(`the policy names the calendar ${key}; put both into files, and pass the path of the policy`);
  const text = readSibling(file, key);
  if (text !== undefined) return { key, text };
  throw new Error(`${file}: the calendar ${key} does not exist beside it`);
};

/**
 * Reads and checks a policy at synth.
 * @throws PolicyInvalid with all errors, one per line, each with its place; Error if a file cannot be read or is too large
 */
const checkedPolicy = (source: PolicySource, profile: Settings['profile']): CheckedPolicy => {
  const file = typeof source === 'string' ? source : undefined;
  const document = file === undefined ? `${JSON.stringify(source, null, 2)}\n` : readFileSync(file, 'utf8');
  const { freeze } = parsePolicy(document, file ?? 'policy', profile);
  const calendar = calendarBeside(file, freeze?.calendar ?? null);
  const bytes = Buffer.byteLength(document) + Buffer.byteLength(calendar?.text ?? '');
  if (bytes <= mostBytes) return { document, calendar };
  throw new Error(
    `${file ?? 'the policy'} and its calendar have ${bytes} bytes, and a stack can pass on ${mostBytes}; use headroom policy put`,
  );
};

interface PolicyUploadProps extends SharedFunctionProps {
  readonly policy: PolicySource;
  readonly settings: Settings;
  readonly storage: Storage;
}

/**
 * Puts the policy of the stack into the store whenever the document changes, after all that stands in the scope before it.
 * Removing the stack leaves it there.
 */
export class PolicyUpload extends Construct {
  constructor(scope: Construct, id: string, { policy, settings, storage, ...shared }: PolicyUploadProps) {
    super(scope, id);
    const { document, calendar } = checkedPolicy(policy, settings.profile);
    const { lambda, access } = new BundledFunction(this, 'put-policy', {
      ...shared,
      name: 'put-policy',
      memoryMb: 256,
      timeoutSeconds: 60,
      copies: settings.reserveConcurrency ? 1 : undefined,
    });
    acknowledgeDefaults(this, { inNetwork: shared.network !== undefined, reserves: settings.reserveConcurrency });
    lambda.addEnvironment(environmentNames.bucket, storage.bucket.bucketName);
    const written = [
      storeAreas.policy,
      storeAreas.policyVersion,
      ...(calendar === undefined ? [] : [storeAreas.calendar]),
    ];
    storage.grantAreas(access, { read: written, write: written, delete: [] });
    const resource = new CustomResource(this, 'Policy', {
      resourceType: 'Custom::HeadroomPolicy',
      serviceToken: lambda.functionArn,
      serviceTimeout: Duration.minutes(5),
      properties: {
        Document: document,
        ...(calendar === undefined ? {} : { Calendar: { Key: calendar.key, Text: calendar.text } }),
      },
    });
    // What fails later would be rolled back with a bucket that is not empty, and the policy would start runs in half a deployment.
    resource.node.addDependency(...scope.node.children.filter((other) => other !== this));
  }
}
