import { describe, expect, it } from 'vitest';
import { rotateToken } from '../../functions/rotate-token.ts';
import { createAwsSecretStore } from '../../lib/aws/secret-store.ts';
import { StoreConflict } from '../../lib/contract/errors.ts';
import { stages, versionAt } from '../../lib/core/token/rotation.ts';
import type { ReplacedVersion, SecretStore, TokenPorts } from '../../lib/ports.ts';
import { createMemorySecret, mockedSecretsManager } from '../aws/memory-secret.ts';

const arn = 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:headroom-AbCdEf';
const fails = () => Promise.reject(new Error('no step here calls it'));

/** A secret with a current token and a proved pending one; `through` changes what the task sees of its store. */
const pendingRotation = (through: (store: SecretStore) => Partial<SecretStore>) => {
  const secret = createMemorySecret(arn, 30);
  const put = (id: string, stage: string) =>
    secret.put({ SecretId: arn, ClientRequestToken: id, SecretString: `{"token":"${id}"}`, VersionStages: [stage] });
  put('old', stages.current);
  put('new', stages.pending);
  const store = createAwsSecretStore(mockedSecretsManager(secret).client, arn);
  const retired: ReplacedVersion[] = [];
  const ports: TokenPorts = {
    clock: { now: () => 0 },
    sleep: async () => undefined,
    retirement: { start: async (replaced) => void retired.push(replaced) },
    secretStore: { ...store, ...through(store) },
    connectToken: () => ({
      create: fails,
      list: fails,
      revoke: fails,
      countProjects: async () => 1,
      close: async () => undefined,
    }),
  };
  const finish = () => rotateToken(ports)({ Step: 'finishSecret', SecretId: arn, ClientRequestToken: 'new' });
  const at = async (stage: string) => versionAt((await store.describe()).versions, stage)?.id;
  return { finish, at, retired, put };
};

/** Carries out each move and loses its answer, so that the repetition finds the stage moved. */
const losingAnswers = (store: SecretStore): Partial<SecretStore> => ({
  move: async (stage, where) => {
    await store.move(stage, where);
    await store.move(stage, where);
  },
});

describe('the last step of a rotation', () => {
  it('ends the rotation although the answers of Secrets Manager are lost', async () => {
    const { finish, at, retired } = pendingRotation(losingAnswers);
    expect(await finish()).toEqual({ status: 'done' });
    expect([await at(stages.current), await at(stages.pending)]).toEqual(['new', undefined]);
    expect(retired).toEqual([{ secret: arn, versionId: 'old', replacedBy: 'new' }]);
  });

  it('fails if another rotation has moved the stage meanwhile', async () => {
    const { finish, at, retired } = pendingRotation((store) => ({
      move: async (stage, where) => {
        if (stage === stages.current) await store.put('third', { token: 'third' }, stages.current);
        await store.move(stage, where);
      },
    }));
    await expect(finish()).rejects.toThrow(StoreConflict);
    expect([await at(stages.current), retired]).toEqual(['third', []]);
  });
});
