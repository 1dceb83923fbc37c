import { onLambda } from '../lib/aws/handler.ts';
import { SecretUnavailable, TokenRefused } from '../lib/contract/errors.ts';
import { type TaskInput, type TaskOutput, tasks } from '../lib/contract/tasks.ts';
import { type SecretValue, type SecretVersion, stages, versionAt, versionState } from '../lib/core/token/rotation.ts';
import type { SecretDescription, SecretStore, TokenPorts } from '../lib/ports.ts';
import { createToken } from '../lib/run/token/create-token.ts';
import { proveToken } from '../lib/run/token/prove-token.ts';
import { assertOwnSecret, moveStage } from '../lib/run/token/stored-tokens.ts';

/** One step of the rotation `requestToken`, with the current description of the secret. */
type Step = (ports: TokenPorts, requestToken: string, description: SecretDescription) => Promise<void>;

/** Version with the token that a person stored for the next rotation. */
const supplied = async (secretStore: SecretStore, versions: readonly SecretVersion[]) => {
  const version = versionAt(versions, stages.next);
  const value = version && (await secretStore.read(version.id));
  return version && value && { id: version.id, value };
};

/** Removes a supplied token after use or rejection, so that later rotations do not use it again. */
const forgetSupplied = async (secretStore: SecretStore, versions: readonly SecretVersion[], token: string) => {
  const next = await supplied(secretStore, versions);
  if (next?.value.token === token) await moveStage(secretStore, stages.next, { from: next.id });
};

const pendingValue = async (secretStore: SecretStore, requestToken: string): Promise<SecretValue> => {
  const value = await secretStore.read(requestToken);
  if (value !== undefined) return value;
  throw new SecretUnavailable(
    `version ${requestToken} of the secret ${secretStore.name} has no token; its step createSecret did not succeed`,
  );
};

/** Starts the retirement of the previous token; the next rotation also starts one that a crash prevented. */
const retireReplaced = async (
  { retirement, secretStore }: TokenPorts,
  versions: readonly SecretVersion[],
  replacedBy: string,
) => {
  const previous = versionAt(versions, stages.previous);
  if (previous === undefined) return;
  await retirement.start({ secret: secretStore.name, versionId: previous.id, replacedBy });
};

const createSecret: Step = async (ports, requestToken, description) => {
  const { secretStore } = ports;
  const { versions } = description;
  const current = versionAt(versions, stages.current);
  if (current !== undefined) await retireReplaced(ports, versions, current.id);
  if ((await secretStore.read(requestToken)) !== undefined) return;
  const inUse = current && (await secretStore.read(current.id));
  if (inUse !== undefined) await forgetSupplied(secretStore, versions, inUse.token);
  const next = await supplied(secretStore, versions);
  if (next === undefined || next.value.token === inUse?.token) await createToken(ports, description, requestToken);
  else await secretStore.put(requestToken, next.value, stages.pending);
};

/** Nothing to set: the platform already knows every token. */
const setSecret: Step = async ({ secretStore }, requestToken) => {
  await pendingValue(secretStore, requestToken);
};

/**
 * Discards a token that the platform rejects, so that the next rotation starts over; the current token stays in use.
 * Secrets Manager also calls this step as a trial when a schedule is set, with an empty version or the current value; then
 * there is nothing to test.
 */
const testSecret: Step = async (ports, requestToken, { versions }) => {
  const { secretStore } = ports;
  const value = await secretStore.read(requestToken);
  const current = versionAt(versions, stages.current);
  const inUse = current && (await secretStore.read(current.id));
  if (value === undefined || value.token === inUse?.token) return;
  try {
    await proveToken(ports, value);
  } catch (error) {
    if (!(error instanceof TokenRefused)) throw error;
    await forgetSupplied(secretStore, versions, value.token);
    await moveStage(secretStore, stages.pending, { from: requestToken });
    throw new TokenRefused(`the new token was discarded and the current one stays in use: ${error.message}`);
  }
};

/** Tests again, because the step may come long after the others; after the move the rotation cannot fail. */
const finishSecret: Step = async (ports, requestToken, description) => {
  const { secretStore } = ports;
  const { token } = await pendingValue(secretStore, requestToken);
  if (versionState(description.versions, requestToken) === 'pending') {
    await testSecret(ports, requestToken, description);
    const from = versionAt(description.versions, stages.current)?.id;
    await moveStage(secretStore, stages.current, { from, to: requestToken });
  }
  const { versions } = await secretStore.describe();
  if (versionAt(versions, stages.pending)?.id === requestToken) {
    await moveStage(secretStore, stages.pending, { from: requestToken });
  }
  await forgetSupplied(secretStore, versions, token);
  await retireReplaced(ports, versions, requestToken);
};

const steps = { createSecret, setSecret, testSecret, finishSecret } satisfies Record<string, Step>;

/**
 * One of the four rotation steps of Secrets Manager. Each may be repeated, late or interrupted: the current token stays
 * current until the new one is proved. A repeat of the step, or the next rotation, cleans up after a crash.
 * @throws TokenNotMintable, TokenRefused, SecretUnavailable, StoreConflict, platform errors
 */
export const rotateToken =
  (ports: TokenPorts) =>
  async (input: TaskInput<'rotate-token'>): Promise<TaskOutput<'rotate-token'>> => {
    const { Step, SecretId, ClientRequestToken } = input;
    const { secretStore } = ports;
    assertOwnSecret(secretStore, SecretId);
    const description = await secretStore.describe();
    const state = versionState(description.versions, ClientRequestToken);
    if (state === 'superseded') return { status: 'superseded' };
    if (state === 'pending' || Step === 'finishSecret') {
      await steps[Step](ports, ClientRequestToken, description);
    }
    return { status: 'done' };
  };

export const handler = onLambda(tasks['rotate-token'], rotateToken);
