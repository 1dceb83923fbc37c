import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import { claimOf, personOf, requesterName, requesterOf, restrainer, userOf } from '../../../lib/cli/shell/user.ts';

const system = () => 'root';

describe('the user at the command line', () => {
  it.each(['USER', 'USERNAME', 'LOGNAME'])('is the one of %s', (variable) => {
    expect(userOf({ environment: { [variable]: 'ada' } }, system)).toBe('ada');
  });

  it('is the user of the process if the environment names none, as in a container or a cron job', () => {
    expect(userOf({ environment: {} }, system)).toBe('root');
    expect(userOf({ environment: { USER: '', LOGNAME: '' } }, system)).toBe('root');
  });

  it('is unknown if the system has no entry for the process either', () => {
    const withoutEntry = () => {
      throw new Error('ENOENT: no such file or directory, uv_os_get_passwd');
    };
    expect(userOf({ environment: {} }, withoutEntry)).toBeUndefined();
  });

  it('has only characters of ordinary names, because the name becomes part of leases and records', () => {
    expect(userOf({ environment: { USER: 'ada, process 1 on x' } }, system)).toBe('adaprocess1onx');
    expect(userOf({ environment: {} }, () => 'corp\\ada lovelace')).toBe('corp\\adalovelace');
  });
});

const github = {
  USER: 'runner',
  GITHUB_ACTOR: 'octocat',
  GITHUB_SERVER_URL: 'https://github.com',
  GITHUB_REPOSITORY: 'acme/disks',
  GITHUB_RUN_ID: '7',
};
const run = 'https://github.com/acme/disks/actions/runs/7';
const gitlab = { GITLAB_USER_LOGIN: 'anna', CI_JOB_URL: 'https://gitlab.example.org/acme/disks/-/jobs/9' };

describe('who runs a command, for records', () => {
  it.each([
    ['the person and the run in GitHub Actions', github, `octocat (${run})`],
    ['the person who runs the job of another again', { ...github, GITHUB_TRIGGERING_ACTOR: 'mona' }, `mona (${run})`],
    ['an app with its mark', { ...github, GITHUB_ACTOR: 'renovate[bot]' }, `renovate[bot] (${run})`],
    ['the person and the job in GitLab', gitlab, `anna (${gitlab.CI_JOB_URL})`],
    ['the requester before the person of the CI', { ...github, HEADROOM_REQUESTER: 'ada' }, `ada (${run})`],
    ['the requester before the user', { USER: 'root', HEADROOM_REQUESTER: 'ada' }, `ada on ${hostname()}`],
    ['the user on the host elsewhere', { USER: 'root' }, `root on ${hostname()}`],
    ['the person on the host without the address of a run', { GITHUB_ACTOR: 'octocat' }, `octocat on ${hostname()}`],
  ])('is %s', (_, environment, text) => {
    expect(requesterOf({ environment }, system)).toBe(text);
  });

  it('is an unknown user on the host if the system knows none', () => {
    const none = () => '';
    expect(requesterOf({ environment: {} }, none)).toBe(`an unknown user on ${hostname()}`);
    expect(personOf({ environment: {} }, none)).toBeUndefined();
  });

  it('has no secret of the environment, no control characters and no more than 64 characters of a name', () => {
    const secret = 'canary-5b1e7d90-token';
    const named = (GITHUB_ACTOR: string) =>
      requesterOf({ environment: { ...github, GITHUB_ACTOR, HEADROOM_TOKEN: secret, CI_JOB_TOKEN: `job-${secret}` } });
    expect(named(`octo${secret}`)).toBe(`octo[token] (${run})`);
    expect(named(`job-${secret}`)).toBe(`[token] (${run})`);
    expect(named('octo\u202e\n, process 1 on x')).toBe(`octoprocess1onx (${run})`);
    expect(named('o'.repeat(500))).toBe(`${'o'.repeat(64)} (${run})`);
  });

  it.each([
    ['of credentials, query and fragment', 'https://user:hunter2@gitlab.org/a?x=1#y', 'anna (https://gitlab.org/a)'],
    ['of a secret', 'https://gitlab.org/canary-5b1e7d90-token/a', 'anna (https://gitlab.org/[token]/a)'],
  ])('has the address of a run without parts %s', (_, CI_JOB_URL, text) => {
    const environment = { ...gitlab, CI_JOB_URL, HEADROOM_TOKEN: 'canary-5b1e7d90-token' };
    expect(requesterOf({ environment })).toBe(text);
  });

  it.each(['javascript:alert(1)', 'not an address', `https://gitlab.org/${'a'.repeat(200)}`])(
    'names the host instead of the address %s',
    (CI_JOB_URL) => {
      expect(requesterOf({ environment: { ...gitlab, CI_JOB_URL } })).toBe(`anna on ${hostname()}`);
    },
  );

  it('stands behind a caller that AWS names only as far as the flag or the CI system names a person', () => {
    expect(claimOf({ environment: { USER: 'root' } })).toBe('');
    expect(claimOf({ environment: github })).toBe(` for octocat (${run})`);
    expect(claimOf({ environment: { HEADROOM_REQUESTER: 'ada' } })).toBe(' for ada');
  });

  it('restrains runs also if AWS does not answer', async () => {
    const silent = () => Promise.reject(new Error('AWS does not answer'));
    expect(await restrainer({ environment: github }, silent)).toBe(`octocat (${run})`);
  });
});

describe('--requester', () => {
  it('takes a login or an address of a person', () => {
    for (const name of ['ada', 'ada@example.org', 'renovate[bot]', 'Zoë-Łukasz'])
      expect(requesterName(name)).toBe(name);
  });

  it.each(['', 'ada lovelace', 'ada, approved by bob', 'ada\u202e', 'a'.repeat(65)])(
    'refuses %j and does not repeat it',
    (name) => {
      expect(() => requesterName(name)).toThrow(
        /^--requester: must be 1 to 64 letters, digits or any of . _ @ \+ - \[ \] without spaces, such as anna/,
      );
    },
  );
});
