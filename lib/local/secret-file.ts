import { randomUUID } from 'node:crypto';
import { open } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { SecretUnavailable, StoreConflict } from '../contract/errors.ts';
import { isoInstant } from '../core/model/durations.ts';
import { stages, versionAt } from '../core/token/rotation.ts';
import type { Clock, Retirement, SecretStore, Secrets } from '../ports.ts';
import { LockBusy, withFileLock } from './file-lock.ts';
import {
  type SecretDocument,
  secretDocument,
  withoutReplaced,
  withReplaced,
  withStageMoved,
  withVersion,
} from './secret-document.ts';
import { replaceFile, unlessMissing } from './whole-file.ts';

/** The secret in a file that only its owner can read; writes are atomic and exclusive. */
export interface FileSecretStore {
  readonly secretStore: SecretStore;
  /** Records versions to revoke; later commands do it, because no process waits on a single machine. */
  readonly retirement: Retirement;
  /** Starts a rotation as Secrets Manager does: an empty version with the stage `AWSPENDING`. */
  begin(requestToken: string): Promise<void>;
  /** The document without secrets; undefined if nothing was stored yet. */
  show(): Promise<ShownSecret | undefined>;
  /** Removes a version from those to retire. */
  retired(versionId: string): Promise<void>;
}

interface ShownSecret extends Pick<SecretDocument, 'id' | 'replaced'> {
  readonly versions: readonly Omit<SecretDocument['versions'][number], 'value'>[];
}

const parse = (path: string, text: string): SecretDocument => {
  try {
    return secretDocument.parse(JSON.parse(text));
  } catch {
    // The message repeats nothing of the file, which may contain a token.
    throw new SecretUnavailable(`${path} is not a Headroom secret file; remove it, then run 'headroom token store'`);
  }
};

/** Permissions of every other user of the machine. A group may have its own: volumes of containers give one to the process. */
const ofOthers = 0o007;

/** @throws SecretUnavailable if other users of the machine can read or replace the token; Windows keeps no such permissions */
const assertPrivate = (path: string, mode: number): void => {
  if (process.platform === 'win32' || (mode & ofOthers) === 0) return;
  const permissions = (mode & 0o777).toString(8);
  throw new SecretUnavailable(
    `${path} is open to other users of this machine (permissions ${permissions}); run 'chmod 600' on it, and rotate its token if they may have read it`,
  );
};

const readPrivate = async (path: string): Promise<string> => {
  const file = await open(path, 'r');
  try {
    assertPrivate(path, (await file.stat()).mode);
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
};

const readDocument = async (path: string): Promise<SecretDocument | undefined> => {
  const text = await unlessMissing(readPrivate(path)).catch((error: NodeJS.ErrnoException) => {
    if (error instanceof SecretUnavailable) throw error;
    throw new SecretUnavailable(`cannot read ${path} (${error.code ?? error.message}); set another --secret-file`);
  });
  return text === undefined ? undefined : parse(path, text);
};

/** @throws SecretUnavailable from all methods if the file cannot be used, StoreConflict as the port specifies */
export const openFileSecretStore = (path: string, id: string, clock: Clock): FileSecretStore => {
  const now = () => isoInstant(clock.now());

  const change = async (decide: (document: SecretDocument) => SecretDocument): Promise<void> => {
    const work = async (isHeld: () => Promise<boolean>) => {
      const before = (await readDocument(path)) ?? { id, versions: [], replaced: [] };
      await replaceFile(path, `${JSON.stringify(decide(before), null, 2)}\n`, async (put) => {
        if (!(await isHeld())) throw new SecretUnavailable(`${path} was changed by another process; try again`);
        await put();
      });
    };
    await withFileLock(path, work).catch((error: unknown) => {
      if (error instanceof StoreConflict || error instanceof SecretUnavailable) throw error;
      if (error instanceof LockBusy) throw new SecretUnavailable(error.message);
      const { code } = error as NodeJS.ErrnoException;
      throw new SecretUnavailable(`cannot write ${path} (${code ?? String(error)}); set another --secret-file`);
    });
  };

  return {
    secretStore: {
      name: path,
      id,
      describe: async () => ({ versions: (await readDocument(path))?.versions ?? [], rotationDays: null }),
      read: async (versionId) =>
        (await readDocument(path))?.versions.find((version) => version.id === versionId)?.value ?? undefined,
      put: (versionId, value, stage) =>
        change((document) => withVersion(document, { id: versionId, value, storedAt: now() }, stage)),
      move: (stage, where) => change((document) => withStageMoved(document, stage, where)),
    },
    retirement: { start: ({ versionId }) => change((document) => withReplaced(document, versionId, now())) },
    begin: (requestToken) =>
      change((document) => withVersion(document, { id: requestToken, value: null, storedAt: now() }, stages.pending)),
    show: async () => {
      const document = await readDocument(path);
      return (
        document && {
          ...document,
          versions: document.versions.map(({ value: _, ...shown }) => shown),
        }
      );
    },
    retired: (versionId) => change((document) => withoutReplaced(document, versionId)),
  };
};

/** The id of the stored secret, or a new one. */
export const secretIdOf = async (path: string): Promise<string> =>
  (await readDocument(path))?.id ?? randomUUID().replaceAll('-', '').slice(0, 16);

/** The current token from the file, read for each call, so that a rotation elsewhere takes effect at once. */
export const secretsOfFile = (path: string): Secrets => ({
  token: async () => {
    const document = await readDocument(path);
    const current = document && versionAt(document.versions, stages.current);
    const value = document?.versions.find(({ id }) => id === current?.id)?.value;
    if (value) return value.token;
    throw new SecretUnavailable(`${path} contains no token; store one with 'headroom token store'`);
  },
});

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The file with an organization's token on this machine: beside other settings of the user, and not in the
 * store, because people share its reports.
 */
export const secretFilePath = (environment: Environment, organization: string, configured?: string): string =>
  configured ??
  (environment.HEADROOM_SECRET_FILE ||
    join(
      environment.XDG_CONFIG_HOME || join(homedir(), '.config'),
      'headroom',
      encodeURIComponent(organization),
      'token.json',
    ));
