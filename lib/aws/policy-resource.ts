import type { CloudFormationCustomResourceEvent } from 'aws-lambda';
import * as z from 'zod';
import { readEnvironment } from '../contract/environment.ts';
import { isoInstant } from '../core/model/durations.ts';
import type { Clock, Store } from '../ports.ts';
import { putPolicy } from '../run/policy/versions.ts';
import { systemClock } from '../run/system-clock.ts';
import { awsFailure } from './client-settings.ts';

/** What the stack says about its policy: the document, and its calendar by the key in the store. */
const properties = z.object({
  Document: z.string().min(1),
  Calendar: z.object({ Key: z.string().min(1), Text: z.string() }).optional(),
});

interface PolicyResourcePorts {
  readonly store: Store;
  readonly clock: Clock;
  /** Answers CloudFormation, which waits for it. */
  readonly answer: (url: string, body: string) => Promise<void>;
}

const write = async ({ store, clock }: PolicyResourcePorts, event: CloudFormationCustomResourceEvent) => {
  const { Document, Calendar } = properties.parse(event.ResourceProperties);
  // Before the policy, because a policy without its calendar freezes everything.
  if (Calendar !== undefined) await store.put(Calendar.Key, Calendar.Text);
  const stack = event.StackId.split('/')[1] ?? event.StackId;
  const by = `the deployment of stack ${stack}`;
  await putPolicy(store, { document: Document, at: isoInstant(clock.now()), by, message: '' });
};

/**
 * The policy of a stack as a custom resource of CloudFormation: it is put into the store when the stack is created and when
 * the document changes. The policy stays when the stack is removed. A failure fails the deployment, and says why.
 */
export const policyResource =
  (ports: PolicyResourcePorts) =>
  async (event: CloudFormationCustomResourceEvent): Promise<void> => {
    const problem =
      event.RequestType === 'Delete' ? undefined : await write(ports, event).catch((error: unknown) => error);
    const { StackId, RequestId, LogicalResourceId } = event;
    const answer = {
      Status: problem === undefined ? 'SUCCESS' : 'FAILED',
      Reason: problem === undefined ? '' : awsFailure(problem).text,
      PhysicalResourceId: 'policy',
      StackId,
      RequestId,
      LogicalResourceId,
    };
    await ports.answer(event.ResponseURL, JSON.stringify(answer));
  };

/** @throws Error if CloudFormation's bucket does not take the answer; Lambda then tries again */
const put = async (url: string, body: string): Promise<void> => {
  // The address is signed for an empty content type; S3 refuses the content type of a text.
  const headers = { 'content-type': '' };
  const { ok, status } = await fetch(url, { method: 'PUT', headers, body, signal: AbortSignal.timeout(15_000) });
  if (!ok) throw new Error(`CloudFormation did not take the answer: ${status}`);
};

export const handler = async (event: CloudFormationCustomResourceEvent): Promise<void> => {
  const { bucket } = readEnvironment(process.env, ['bucket']);
  const { openS3Store } = await import('./s3-store.ts');
  await policyResource({ store: openS3Store({ bucket, prefix: '' }, {}), clock: systemClock, answer: put })(event);
};
