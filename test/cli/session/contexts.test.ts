import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  contextNamed,
  contextsFile,
  readContexts,
  withContext,
  writeContexts,
} from '../../../lib/cli/session/contexts.ts';
import { UsageError } from '../../../lib/cli/shell/usage-error.ts';
import type { Contexts } from '../../../lib/documents/contexts/contexts.ts';
import { temporaryDirectory } from '../../temporary-directory.ts';

const shop = {
  name: 'shop',
  baseUrl: 'https://shop.example.com',
  organization: 'org-shop',
  profile: 'documented',
  store: '/stores/shop',
  awsProfile: 'shop-prod',
  tokenFile: '/secrets/shop.json',
} as const;
const crm = { name: 'crm', baseUrl: 'https://crm.example.com', organization: 'org-crm' } as const;
const both: Contexts = { current: 'shop', contexts: [shop, crm] };

const ofShop = {
  HEADROOM_BASE_URL: shop.baseUrl,
  HEADROOM_ORGANIZATION: shop.organization,
  HEADROOM_PROFILE: shop.profile,
  HEADROOM_STORE: shop.store,
  AWS_PROFILE: shop.awsProfile,
  HEADROOM_SECRET_FILE: shop.tokenFile,
};
const ofCrm = { HEADROOM_BASE_URL: crm.baseUrl, HEADROOM_ORGANIZATION: crm.organization };

/** An environment whose user has these contexts. */
const withFile = async (all: Contexts | undefined, more: Readonly<Record<string, string>> = {}) => {
  const environment = { XDG_CONFIG_HOME: temporaryDirectory() };
  if (all !== undefined) {
    mkdirSync(dirname(contextsFile(environment)), { recursive: true });
    await writeContexts(environment, all);
  }
  return { ...environment, ...more };
};

/** What a command gets beyond the place of the file. */
const settingsOf = async (
  all: Contexts | undefined,
  more: Readonly<Record<string, string>>,
  name?: string,
  flags = {},
) => {
  const { XDG_CONFIG_HOME: _, ...settings } = await withContext(await withFile(all, more), name, flags);
  return JSON.parse(JSON.stringify(settings));
};

describe('the current context', () => {
  it('fills in what the environment does not say, and an empty variable says nothing', async () => {
    expect(await settingsOf(both, {})).toEqual(ofShop);
    const more = { HEADROOM_STORE: '/mine', HEADROOM_PROFILE: '', HEADROOM_TOKEN: 't' };
    expect(await settingsOf(both, more)).toEqual({ ...ofShop, HEADROOM_STORE: '/mine', HEADROOM_TOKEN: 't' });
  });

  it.each([
    [{ HEADROOM_ORGANIZATION: 'other' }, {}],
    [{ HEADROOM_BASE_URL: 'https://other.example.com' }, {}],
    [{}, { organization: 'other' }],
    [{}, { baseUrl: 'https://other.example.com' }],
  ])('gives nothing to a command for another organization or platform: %j %j', async (more, flags) => {
    expect(await settingsOf(both, more, undefined, flags)).toEqual(more);
  });

  it('is of use where flags name the same place, and where there is none, nothing is changed', async () => {
    expect(await settingsOf(both, {}, undefined, { organization: shop.organization })).toEqual(ofShop);
    expect(await settingsOf({ contexts: [crm] }, { HEADROOM_STORE: '/mine' })).toEqual({ HEADROOM_STORE: '/mine' });
    expect(await settingsOf(undefined, { HEADROOM_STORE: '/mine' })).toEqual({ HEADROOM_STORE: '/mine' });
  });
});

describe('a context that is chosen by name', () => {
  it('replaces every setting of another place, and the token only where it has one', async () => {
    const more = {
      HEADROOM_STORE: '/mine',
      HEADROOM_PROFILE: 'current',
      HEADROOM_SECRET_FILE: '/mine.json',
      HEADROOM_SEARCH_ENGINE: 'engine',
      HEADROOM_TOKEN: 't',
      AWS_PROFILE: 'mine',
      OTHER: 'stays',
    };
    const kept = { HEADROOM_TOKEN: 't', AWS_PROFILE: 'mine', OTHER: 'stays' };
    expect(await settingsOf(both, more, 'crm')).toEqual({ ...ofCrm, ...kept });
    expect(await settingsOf(both, more, 'shop')).toEqual({ ...ofShop, OTHER: 'stays' });
    const byVariable = await settingsOf(both, { HEADROOM_CONTEXT: 'crm' });
    expect(byVariable).toEqual({ ...ofCrm, HEADROOM_CONTEXT: 'crm' });
  });

  it('is refused beside flags of another place, with the place', async () => {
    for (const flags of [{ organization: 'other' }, { baseUrl: 'other' }]) {
      const asking = settingsOf(both, {}, 'shop', flags);
      await expect(asking).rejects.toThrow(UsageError);
      await expect(asking).rejects.toThrow('context shop is not of other');
    }
    expect(await settingsOf(both, {}, 'shop', { baseUrl: shop.baseUrl })).toEqual(ofShop);
  });

  it('must exist, and the known ones are named', async () => {
    await expect(settingsOf(both, {}, 'none')).rejects.toThrow('no context none; known: shop, crm');
    expect(() => contextNamed({ contexts: [] }, 'none')).toThrow('none exists; headroom init writes one');
  });
});

describe('the file of the contexts', () => {
  it('is readable by its owner alone, and gives back what was written', async () => {
    const environment = await withFile(both);
    expect(statSync(contextsFile(environment)).mode & 0o077).toBe(0);
    expect(await readContexts(environment)).toEqual(both);
    expect((await readContexts(await withFile(undefined))).contexts).toEqual([]);
  });

  it('stops the command where it is invalid: it could be meant for another organization', async () => {
    const environment = await withFile(both);
    writeFileSync(contextsFile(environment), 'contexts: [{ name: 1 }]\n');
    await expect(withContext(environment, undefined, {})).rejects.toThrow(UsageError);
  });
});
