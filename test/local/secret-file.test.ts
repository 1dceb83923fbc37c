import { chmodSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SecretUnavailable } from '../../lib/contract/errors.ts';
import { openFileSecretStore, secretIdOf, secretsOfFile } from '../../lib/local/secret-file.ts';
import { secretStagesContract } from '../contracts/secret-stages.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const clock = { now: () => Date.parse('2026-03-02T08:00:00Z') };

const open = () => {
  const path = join(temporaryDirectory(), 'below', 'token.json');
  const file = openFileSecretStore(path, 'a1b2c3d4e5f60718', clock);
  return { path, file, secret: file.secretStore, begin: file.begin };
};

secretStagesContract('a file', open);

describe('the secret in a file', () => {
  it('can be read by its owner alone, and leaves nothing else behind', async () => {
    const { path, secret } = open();
    await secret.put('version-1', { token: 'canary-token' }, 'AWSCURRENT');
    await secret.put('version-2', { token: 'canary-other' }, 'AWSCURRENT');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(path, '..'))).toEqual(['token.json']);
  });

  it.each([0o666, 0o604, 0o602, 0o777])('is refused while every user of the machine may use it: %i', async (mode) => {
    const { path, secret } = open();
    await secret.put('version-1', { token: 'canary-token' }, 'AWSCURRENT');
    chmodSync(path, mode);
    const refusal = `token.json is open to other users of this machine (permissions ${mode.toString(8)}); run 'chmod 600'`;
    await expect(secretsOfFile(path).token()).rejects.toThrow(SecretUnavailable);
    await expect(secret.read('version-1')).rejects.toThrow(refusal);
    chmodSync(path, 0o660);
    expect(await secretsOfFile(path).token()).toBe('canary-token');
  });

  it('keeps its id, and a version for as long as its token has to be revoked', async () => {
    const { path, file, secret } = open();
    for (const n of [1, 2]) await secret.put(`version-${n}`, { token: `token-${n}` }, 'AWSCURRENT');
    await file.retirement.start({ secret: path, versionId: 'version-1', replacedBy: 'version-2' });
    await file.retirement.start({ secret: path, versionId: 'version-1', replacedBy: 'version-2' });
    await secret.put('version-3', { token: 'token-3' }, 'AWSCURRENT');
    expect(await secretIdOf(path)).toBe('a1b2c3d4e5f60718');
    expect(await secret.read('version-1')).toEqual({ token: 'token-1' });
    expect((await file.show())?.replaced).toEqual([{ versionId: 'version-1', since: '2026-03-02T08:00:00.000Z' }]);
    await file.retired('version-1');
    expect(await secret.read('version-1')).toBeUndefined();
    expect((await file.show())?.replaced).toEqual([]);
  });

  it('shows itself without any token', async () => {
    const { file, secret } = open();
    expect(await file.show()).toBeUndefined();
    await secret.put('version-1', { token: 'canary-token', prefix: 'canary' }, 'AWSCURRENT');
    expect(JSON.stringify(await file.show())).not.toContain('canary');
  });

  it('gives the token in use, read anew each time', async () => {
    const { path, secret } = open();
    const secrets = secretsOfFile(path);
    await expect(secrets.token()).rejects.toThrow('headroom token store');
    await secret.put('version-1', { token: 'token-1' }, 'AWSCURRENT');
    expect(await secrets.token()).toBe('token-1');
    await secret.put('version-2', { token: 'token-2' }, 'AWSCURRENT');
    expect(await secrets.token()).toBe('token-2');
  });

  it.each(['', 'canary', '{"token":"canary"}', '[]'])(
    'says of %j where it is and nothing of what is in it',
    async (text) => {
      const { path, secret } = open();
      await secret.put('version-1', { token: 'token-1' }, 'AWSCURRENT');
      writeFileSync(path, text);
      const uses = [
        () => secret.describe(),
        () => secret.put('v', { token: 't' }, 'AWSCURRENT'),
        () => secretsOfFile(path).token(),
      ];
      for (const use of uses) {
        const error = await use().catch((thrown: unknown) => thrown);
        expect(error).toBeInstanceOf(SecretUnavailable);
        expect(String(error)).toContain(path);
        expect(String(error)).not.toContain('canary');
      }
      expect(readFileSync(path, 'utf8')).toBe(text);
    },
  );

  it('is not written by a process that has lost the lock meanwhile', async () => {
    const { path, secret } = open();
    await secret.put('version-1', { token: 'token-1' }, 'AWSCURRENT');
    const before = readFileSync(path, 'utf8');
    const folder = join(path, '..');
    // Another process takes the lock of one that looks dead, while this one decides what to write.
    const losing = {
      now: () => {
        for (const name of readdirSync(folder))
          if (name !== 'token.json') rmSync(join(folder, name), { recursive: true });
        return clock.now();
      },
    };
    const late = openFileSecretStore(path, 'a1b2c3d4e5f60718', losing).secretStore;
    await expect(late.put('version-2', { token: 'token-2' }, 'AWSCURRENT')).rejects.toThrow(SecretUnavailable);
    expect(readFileSync(path, 'utf8')).toBe(before);
  });

  it('that cannot be written names the place and the mend', async () => {
    const file = openFileSecretStore('/dev/null/token.json', 'id', clock);
    await expect(file.secretStore.put('v', { token: 't' }, 'AWSCURRENT')).rejects.toThrow('/dev/null/token.json');
  });
});
