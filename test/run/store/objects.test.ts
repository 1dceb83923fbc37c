import { describe, expect, it } from 'vitest';
import { StoreDamaged } from '../../../lib/contract/errors.ts';
import type { Change } from '../../../lib/core/change/change.ts';
import { contentOf } from '../../../lib/run/store/content.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { isLog, recordsIn } from '../../../lib/run/store/logs.ts';
import { jsonWithLists } from '../../../lib/run/store/long-lists.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { needObject, readObject, updateObject, writeObject } from '../../../lib/run/store/objects.ts';
import { jsonAt, recordAt } from '../../../lib/run/store/records.ts';
import { damages, type Json, withOneWrong } from '../../workflow/damages.ts';
import { fillStore } from '../../workflow/filled-store.ts';
import { aChange, aPlan } from '../stored.ts';
import { problemIn } from './problem-in.ts';

/** What people write or read, what has a form of its own with tests of its own, what is only counted, and no keys. */
const apart =
  /^policy\.yaml$|^mode\.json$|^audit\/|^audit-head|^damaged|\/$|\/failures\/|\/plan\/[0-9a-f]{64}|^proposed-plans\/.*[0-9a-f]{64}\.json$|\/unreadable-events|^proposed-plans\/one$|^$/;

/** Members that may hold anything that JSON can say, because the platform says it. */
const isFree = (before: Json, after: Json): boolean => {
  const free = (value: Json): string =>
    JSON.stringify(value, (name, inner) => (['searchConfiguration', 'from', 'to'].includes(name) ? 0 : inner));
  return free(before) === free(after);
};

let filled: Promise<readonly (readonly [key: string, body: string])[]> | undefined;

/** One object of every kind, as the real tasks wrote it. */
const examples = () => {
  filled ??= fillStore().then(async ({ headroom: { store } }) => {
    const kinds = new Map<unknown, readonly [string, string]>();
    const all = (await store.list('')).filter((key) => !apart.test(key));
    for (const key of all) {
      const text = (await store.get(key))?.body ?? '';
      // Each record of a log is checked like an object.
      const body = isLog(key)
        ? (recordsIn(text)[1]?.body ?? '')
        : JSON.stringify(await jsonWithLists(store, key, text));
      // The longest of its kind holds most of what it can hold.
      const record = recordAt(key);
      if (body.length > (kinds.get(record)?.[1].length ?? 0)) kinds.set(record, [key, body]);
    }
    return [...kinds.values()];
  });
  return filled;
};

const problemOfOne = (key: string, body: string) => {
  if (!isLog(key)) return problemIn(key, body);
  const content = contentOf(key, body);
  return 'problem' in content ? content.problem : undefined;
};

describe('what is read from the store', () => {
  it('has a known form under every key', async () => {
    const built = Object.values(keys).map((key) => {
      const build = key as string | ((...names: string[]) => string);
      return typeof build === 'string' ? build : build('one', 'two', 'three', '4');
    });
    const unknown = built.filter((key) => !apart.test(key)).filter((key) => recordAt(key) === undefined);
    expect(unknown).toEqual([]);
    const kinds = new Set(built.filter((key) => !apart.test(key) && !key.includes('#')).map(recordAt));
    expect((await examples()).map(([key]) => key)).toHaveLength(kinds.size);
  });

  it('is what was written with its version, and a problem without one', async () => {
    for (const [key, body] of await examples()) {
      const { version, ...rest } = JSON.parse(body);
      expect(version, key).toBe(1);
      const content = contentOf(key, body);
      expect('value' in content && jsonAt(key, content.value), key).toEqual(rest.items ?? rest);
      expect(problemOfOne(key, JSON.stringify(rest.items ?? rest)), key).toBe('it has no version');
    }
  });

  it('keeps what this version does not know of', async () => {
    const store = createMemoryStore();
    const stored = { version: 1, applied: { services: [], since: 'a later version' }, later: 7 };
    await store.put(keys.projectRecord('shop'), JSON.stringify(stored));
    expect(await readObject(store, keys.applied('shop'))).toEqual(stored.applied);
    await writeObject(store, keys.refusals('shop'), []);
    expect(JSON.parse((await store.get(keys.projectRecord('shop')))?.body ?? '')).toEqual({
      ...stored,
      refusals: [],
    });
  });

  it('is a problem, in words, where the object is damaged in any way', async () => {
    for (const [key, body] of await examples()) {
      const others: typeof damages = {
        null: () => 'null',
        'a number': () => '7',
        'a text': () => '"text"',
        'of a version that is none': () => JSON.stringify({ ...JSON.parse(body), version: 0.5 }),
        'nested without end': () => `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
      };
      for (const [damage, spoil] of Object.entries({ ...damages, ...others })) {
        expect(problemOfOne(key, spoil(body)) ?? 'none', `${key}, ${damage}`).not.toBe('none');
      }
      expect(problemOfOne(key, damages['of a far newer version']?.(body) ?? '')).toContain('version 99');
    }
  });

  it('is a problem where any one value in it is of a wrong type, and says where', async () => {
    let tried = 0;
    for (const [key, body] of await examples()) {
      const whole: Json = JSON.parse(body);
      for (const wrong of withOneWrong(whole)) {
        if (isFree(whole, wrong)) continue;
        expect(problemOfOne(key, JSON.stringify(wrong)) ?? 'none', `${key}: ${JSON.stringify(wrong)}`).toMatch(
          /: |list of names/,
        );
        tried += 1;
      }
    }
    expect(tried).toBeGreaterThan(300);
  });

  it('lies under keys that tell any two names apart, also long ones and halves of characters', () => {
    const half = (code: number) => `a${String.fromCharCode(code)}`;
    const names = ['a', 'a.', 'a/b', 'a%2Fb', 'a\ufffd', half(0xd800), half(0xd801), 'x'.repeat(400), 'x'.repeat(401)];
    const built = names.map((name) => keys.projectRecord(name));
    expect(new Set(built).size).toBe(names.length);
    for (const key of built) expect(key).toMatch(/^projects\/[\w%~*-]{1,125}\.json$/);
  });

  it('must be there where an earlier task of the run wrote it', async () => {
    const store = createMemoryStore();
    await expect(needObject(store, keys.plan('run-1'))).rejects.toThrow('the store has no runs/run-1/plan/plan.json');
    await store.put(keys.plan('run-1'), '{');
    await expect(needObject(store, keys.plan('run-1'))).rejects.toThrow(StoreDamaged);
  });

  it('is never read unchecked: a key of no known kind is an error of the program', async () => {
    const store = createMemoryStore();
    await writeObject(store, 'unheard-of.json', {});
    await expect(readObject(store, 'unheard-of.json')).rejects.toThrow('the store key unheard-of.json has no schema');
    expect(() => contentOf('unheard-of.json', '{}')).toThrow('has no schema');
  });

  it('is a problem where free members are nested without end', async () => {
    const [key, body] = (await examples()).find(([name]) => name.endsWith('/plan.json')) ?? ['', '{}'];
    const deep = `${'[{"a":'.repeat(20_000)}1${'}]'.repeat(20_000)}`;
    expect(problemOfOne(key, body.replace('"changes":', `"changes":[${deep}],"other":`))).toBeTruthy();
  });
});

it('a plan is read as it was written, with every list of its changes', async () => {
  const store = createMemoryStore();
  const { rule, reasons } = aChange('a');
  const orphan: Change = {
    ...{ phase: 'release', kind: 'delete-endpoint', project: 'shop', service: null, fromGb: 10, rule, reasons },
    ...{ endpointName: 'headroom-gone', endpointId: 'e9' },
  };
  const changes = [orphan, aChange('a')];
  const plan = aPlan({
    changes,
    redone: changes,
    freeze: { reason: 'a window', until: null, allow: [], waiting: changes },
    approval: { used: [], waiting: changes },
    proposal: { digest: 'rest', summary: aPlan({}).summary, changes, violations: [] },
  });
  await writeObject(store, keys.plan('run-1'), plan);
  expect(await needObject(store, keys.plan('run-1'))).toEqual(plan);
});

describe('a change of an object', () => {
  it('never replaces a damaged one that a person must look at', async () => {
    const store = createMemoryStore();
    await store.put(keys.lease, 'spoilt');
    await expect(updateObject(store, keys.lease, () => ({ runId: 'run-1' }))).rejects.toThrow(StoreDamaged);
    expect((await store.get(keys.lease))?.body).toBe('spoilt');
    await updateObject(store, keys.lease, () => undefined);
  });
});
