import { readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { even } from '../../../workflow/scenarios.ts';
import { openShell, type Shell, token } from '../shell.ts';

const plain = { HEADROOM_TOKEN: '' };

const versions = async ({ run }: Shell): Promise<{ stages: string[]; listed: { expiresAt: string | null } | null }[]> =>
  JSON.parse((await run('token', 'status', '--json')).out).versions;

const currentToken = ({ secretFile }: Shell): string =>
  JSON.parse(readFileSync(secretFile, 'utf8')).versions.find((version: { stages: string[] }) =>
    version.stages.includes('AWSCURRENT'),
  ).value.token;

const isAccepted = async ({ platform }: Shell, given: string): Promise<boolean> => {
  const path = `/v1/organization/${platform.organization}/projects`;
  return (await fetch(`${platform.url}${path}`, { headers: { authorization: `Bearer ${given}` } })).ok;
};

/** Has the platform refuse the next call of this operation. */
const refuse = async ({ platform }: Shell, operation: string): Promise<void> => {
  const body = JSON.stringify([{ operation, times: 1, status: 403 }]);
  await fetch(`${platform.url}/_control/faults`, { method: 'POST', body });
};

/** A shell in which the platform's token is stored. */
const withStored = async () => {
  const shell = await openShell(even(1, 1));
  const ended = await shell.runWith({ input: `${token}\n` }, 'token', 'store');
  expect([ended.status, ended.err]).toEqual([0, '']);
  return shell;
};

describe('headroom token store', () => {
  it('puts the token of standard input into a file that its owner alone can read, and shows it nowhere', async () => {
    const shell = await openShell(even(1, 1));
    const { status, out, err } = await shell.runWith({ input: `${token}\n` }, 'token', 'store');
    expect([status, err]).toEqual([0, '']);
    expect(out).toBe(`stored as AWSCURRENT in ${shell.secretFile}\n`);
    expect(statSync(shell.secretFile).mode & 0o777).toBe(0o600);
    expect(currentToken(shell)).toBe(token);
  });

  it('lets every other command work without HEADROOM_TOKEN', async () => {
    const { runWith } = await withStored();
    const ended = await runWith({ environment: plain }, 'plan', '--policy', 'docs/policies/org-wide.yaml');
    expect([ended.status, ended.err.includes('error')]).toEqual([0, false]);
  });

  it('stores nothing that the platform does not accept', async () => {
    const shell = await openShell(even(1, 1));
    const { status, err } = await shell.runWith({ input: 'canary-wrong' }, 'token', 'store');
    expect(status).toBe(1);
    expect(err).toMatch(/^error: nothing was stored: .*401/);
    expect(err).not.toContain('canary-wrong');
    expect(await versions(shell)).toEqual([]);
  });

  it('stores without a check with --no-check', async () => {
    const shell = await openShell(even(1, 1));
    expect((await shell.runWith({ input: 'canary-wrong' }, 'token', 'store', '--no-check')).status).toBe(0);
    expect(currentToken(shell)).toBe('canary-wrong');
  });

  it.each(['', '  \n', 'canary one\ncanary two', 'canary-ü'])('refuses %j, and says nothing of it', async (input) => {
    const { runWith } = await openShell(even(1, 1));
    const { status, err } = await runWith({ input }, 'token', 'store');
    expect(status).toBe(2);
    expect(err).toMatch(/^error: .*standard input/);
    expect(err).not.toContain('canary');
  });

  it('takes no token as an argument', async () => {
    const { run } = await openShell(even(1, 1));
    expect((await run('token', 'store', 'canary')).status).toBe(2);
  });
});

describe('headroom token status', () => {
  it('shows stages, ages and ends, never the token', async () => {
    const shell = await withStored();
    const { status, out } = await shell.run('token', 'status');
    expect(status).toBe(0);
    expect(out).toContain('AWSCURRENT');
    expect(out).toContain('never');
    await shell.run('token', 'rotate');
    const json = (await shell.run('token', 'status', '--json')).out;
    expect(JSON.parse(json).versions).toHaveLength(2);
    for (const known of [token, currentToken(shell)]) expect(`${out}${json}`).not.toContain(known.slice(0, 12));
  });

  it('names the next step without a stored token', async () => {
    const { run } = await openShell(even(1, 1));
    expect((await run('token', 'status')).out).toContain('headroom token store');
  });

  it('does without the platform when that cannot be asked', async () => {
    const shell = await withStored();
    await refuse(shell, 'AccessTokenList');
    const { status, out, err } = await shell.run('token', 'status', '--json');
    expect(status).toBe(0);
    expect(err).toMatch(/^warning: /);
    expect(JSON.parse(out).versions).toMatchObject([{ stages: ['AWSCURRENT'], listed: null }]);
  });
});

describe('headroom token rotate', () => {
  it('replaces the token; the one before works until it is retired', async () => {
    const shell = await withStored();
    const { status, out } = await shell.run('token', 'rotate');
    expect([status, out]).toEqual([0, expect.stringContaining('token replaced')]);
    const replacement = currentToken(shell);
    expect(replacement).not.toBe(token);
    expect(out).not.toContain(replacement);
    expect((await versions(shell)).map(({ stages }) => stages).sort()).toEqual([['AWSCURRENT'], ['AWSPREVIOUS']]);
    expect([await isAccepted(shell, token), await isAccepted(shell, replacement)]).toEqual([true, true]);
    expect((await shell.run('token', 'retire')).out).toMatch(
      /^0 replaced tokens retired\nversion \S+ still works: .* until \S+Z\. Run 'headroom token retire' after that, or with --now\n$/,
    );
    expect(await isAccepted(shell, token)).toBe(true);
    expect((await shell.run('token', 'retire', '--now')).out).toBe('1 replaced token retired\n');
    expect([await isAccepted(shell, token), await isAccepted(shell, replacement)]).toEqual([false, true]);
    expect((await shell.run('token', 'retire')).out).toContain('no token has been replaced and still works');
  });

  it('takes the token that was supplied', async () => {
    const supplied = 'canary-supplied-token-that-is-long-enough-for-a-prefix';
    const shell = await openShell({
      ...even(1, 1),
      tokens: [{ name: 'person', token: supplied, roles: { '*': 'operator' } }],
    });
    await shell.runWith({ input: token }, 'token', 'store');
    expect((await shell.runWith({ input: supplied }, 'token', 'store', '--next')).out).toContain('HEADROOM_NEXT');
    expect((await shell.run('token', 'rotate')).status).toBe(0);
    expect(currentToken(shell)).toBe(supplied);
    expect((await versions(shell)).flatMap(({ stages }) => stages).sort()).toEqual(['AWSCURRENT', 'AWSPREVIOUS']);
  });

  it('goes on with a rotation that was broken off', async () => {
    const shell = await withStored();
    await refuse(shell, 'AccessTokenCreate');
    const broken = await shell.run('token', 'rotate');
    expect([broken.status, broken.err]).toEqual([1, expect.stringContaining('token store --next')]);
    expect((await versions(shell)).flatMap(({ stages }) => stages).sort()).toEqual(['AWSCURRENT', 'AWSPENDING']);
    expect((await shell.run('token', 'rotate')).status).toBe(0);
    expect((await versions(shell)).flatMap(({ stages }) => stages).sort()).toEqual(['AWSCURRENT', 'AWSPREVIOUS']);
  });

  it('says that a token must be stored first', async () => {
    const { run } = await openShell(even(1, 1));
    const { status, err } = await run('token', 'rotate');
    expect([status, err]).toEqual([1, expect.stringMatching(/^error: .*headroom token store/)]);
  });
});
