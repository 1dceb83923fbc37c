import {
  DescribeSecretCommand,
  GetSecretValueCommand,
  InvalidParameterException,
  ListSecretVersionIdsCommand,
  PutSecretValueCommand,
  ResourceExistsException,
  ResourceNotFoundException,
  RotateSecretCommand,
  SecretsManagerClient,
  UpdateSecretVersionStageCommand,
} from '@aws-sdk/client-secrets-manager';
import { mockClient } from 'aws-sdk-client-mock';

const metadata = { $metadata: {} };

/** A secret of Secrets Manager: values by version, and one version per stage. */
export const createMemorySecret = (arn: string, rotationDays?: number) => {
  const values = new Map<string, string | undefined>();
  const holders = new Map<string, string>();

  const stagesOf = (version: string) => [...holders].filter(([, id]) => id === version).map(([stage]) => stage);
  const attach = (stage: string, version: string) => {
    const before = holders.get(stage);
    holders.set(stage, version);
    if (stage === 'AWSCURRENT' && before !== undefined && before !== version) holders.set('AWSPREVIOUS', before);
  };
  const mustBe = (given: string) => {
    if (given !== arn) throw new ResourceNotFoundException({ message: `no secret ${given}`, ...metadata });
  };
  const missing = (message: string) => new ResourceNotFoundException({ message, ...metadata });
  const wrong = (message: string) => new InvalidParameterException({ message, ...metadata });

  return {
    arn,
    describe: () => ({
      VersionIdsToStages: Object.fromEntries([...new Set(holders.values())].map((id) => [id, stagesOf(id)])),
      ...(rotationDays === undefined ? {} : { RotationRules: { AutomaticallyAfterDays: rotationDays } }),
    }),
    /** Value by version or stage, as in GetSecretValue. */
    get: (given: { SecretId: string; VersionId?: string; VersionStage?: string }) => {
      mustBe(given.SecretId);
      const id = given.VersionId ?? holders.get(given.VersionStage ?? 'AWSCURRENT') ?? '';
      const text = values.get(id);
      if (text === undefined) throw missing(`Secrets Manager can't find the specified secret value for ${id}`);
      return { VersionId: id, SecretString: text, VersionStages: stagesOf(id) };
    },
    put: (given: { SecretId: string; ClientRequestToken: string; SecretString: string; VersionStages?: string[] }) => {
      mustBe(given.SecretId);
      const { ClientRequestToken: id, SecretString: text, VersionStages = ['AWSCURRENT'] } = given;
      const there = values.get(id);
      if (there !== undefined && there !== text) throw new ResourceExistsException({ message: id, ...metadata });
      if (there !== undefined) return;
      values.set(id, text);
      for (const stage of VersionStages) attach(stage, id);
    },
    update: (given: {
      SecretId: string;
      VersionStage: string;
      RemoveFromVersionId?: string;
      MoveToVersionId?: string;
    }) => {
      mustBe(given.SecretId);
      const { VersionStage: stage, RemoveFromVersionId: from, MoveToVersionId: to } = given;
      const holder = holders.get(stage);
      if (from !== undefined && holder !== from) throw wrong(`${stage} is not attached to ${from}`);
      if (from === undefined && holder !== undefined && holder !== to) throw wrong(`${stage} is attached to ${holder}`);
      if (to === undefined) holders.delete(stage);
      else if (values.has(to)) attach(stage, to);
      else throw wrong(`there is no version ${to}`);
    },
    /** Starts a rotation: a version with the stage AWSPENDING and no value. */
    rotate: (given: { SecretId: string; ClientRequestToken: string }) => {
      mustBe(given.SecretId);
      values.set(given.ClientRequestToken, undefined);
      attach('AWSPENDING', given.ClientRequestToken);
    },
    /** The token of the version with the stage; undefined without such a version. */
    tokenAt: (stage: string): string | undefined => {
      const text = values.get(holders.get(stage) ?? '');
      return text === undefined ? undefined : JSON.parse(text).token;
    },
    versionAt: (stage: string) => holders.get(stage),
  };
};

export type MemorySecret = ReturnType<typeof createMemorySecret>;

/** A Secrets Manager client backed by a secret in memory, with its mock. */
export const mockedSecretsManager = (secret: MemorySecret) => {
  const client = new SecretsManagerClient({ region: 'us-east-1' });
  const mock = mockClient(client);
  mock.on(DescribeSecretCommand).callsFake(async () => secret.describe());
  mock.on(GetSecretValueCommand).callsFake(async (input) => secret.get(input));
  mock.on(PutSecretValueCommand).callsFake(async (input) => secret.put(input));
  mock.on(UpdateSecretVersionStageCommand).callsFake(async (input) => secret.update(input));
  mock.on(RotateSecretCommand).callsFake(async (input) => secret.rotate(input));
  mock.on(ListSecretVersionIdsCommand).callsFake(async () => ({
    Versions: Object.entries(secret.describe().VersionIdsToStages).map(([VersionId, VersionStages]) => ({
      VersionId,
      VersionStages,
      CreatedDate: new Date('2026-03-02T08:00:00Z'),
    })),
  }));
  return { client, mock };
};
