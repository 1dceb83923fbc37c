import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { deploymentsOf } from '../../lib/infra/settings-file.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const context = (given: Readonly<Record<string, unknown>>) => (name: string) => given[name];

const fileWith = (name: string, text: string): string => {
  const file = join(temporaryDirectory(), name);
  writeFileSync(file, text);
  return file;
};

const needed = 'baseUrl: https://api.example.com\n';
const settings = { baseUrl: 'https://api.example.com', organization: 'org1' };

/** Stack and organization of each deployment that the context names. */
const named = (given: Readonly<Record<string, unknown>>, directory?: string) =>
  deploymentsOf(context(given), directory).map(({ stackName, settings: { organization } }) => [
    stackName,
    organization,
  ]);

describe('the settings of a deployment from a clone', () => {
  it('are those of cdk.json for the stack headroom, unless another deployment is named', () => {
    expect(named({ headroom: settings })).toEqual([['headroom', 'org1']]);
  });

  it('of -c settings=FILE are for the stack that is named after the file, in YAML or JSON', () => {
    const yaml = fileWith('prod.yaml', `organization: org-prod\n${needed}`);
    expect(named({ settings: yaml, headroom: settings })).toEqual([['headroom-prod', 'org-prod']]);
    const json = fileWith('eu-1.json', JSON.stringify({ ...settings, organization: 'org-eu' }));
    expect(named({ settings: json })).toEqual([['headroom-eu-1', 'org-eu']]);
  });

  it('of -c env=NAME are in settings/NAME.yaml', () => {
    const folder = temporaryDirectory();
    mkdirSync(join(folder, 'settings'));
    writeFileSync(join(folder, 'settings', 'test.yaml'), `organization: org-test\n${needed}`);
    expect(named({ env: 'test' }, folder)).toEqual([['headroom-test', 'org-test']]);
  });

  it('name the file of each error', () => {
    expect(() => named({ settings: '/absent/prod.yaml' })).toThrow(
      /^\/absent\/prod\.yaml: the settings cannot be read/,
    );
    const wrong = fileWith('a.yaml', 'organisation: x\naccount: 111122223333\nregion: Ireland\n');
    expect(() => named({ settings: wrong })).toThrow(/a\.yaml: the settings are invalid\n {2}/);
    expect(() => named({ settings: wrong })).toThrow('baseUrl: ');
    expect(() => named({ settings: wrong })).toThrow('account: is not a text; write the 12 digits in quotes');
    expect(() => named({ settings: wrong })).toThrow('region: is no region such as eu-west-1');
    expect(() => named({ settings: wrong })).toThrow('organisation');
  });

  it('are refused where they are named twice, or the file has no name for a stack', () => {
    expect(() => named({ settings: 'a.yaml', env: 'b' })).toThrow('either -c env=NAME or -c settings=FILE');
    expect(() => named({ settings: 'my settings.yaml' })).toThrow('the stack is named after the file');
    expect(() => named({ env: true })).toThrow('true.yaml: the settings cannot be read');
  });
});

describe('a folder of settings', () => {
  const folderWith = (files: Readonly<Record<string, object>>): string => {
    const folder = temporaryDirectory();
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), JSON.stringify(content));
    return folder;
  };
  const place = { account: '111122223333', region: 'eu-west-1' };

  it('is one deployment for each file, each with its account and region', () => {
    const folder = folderWith({
      ...{ 'b.yaml': { ...settings, ...place }, 'a.json': { ...settings, ...place, organization: 'org2' } },
      'notes.txt': {},
    });
    expect(named({ settings: folder })).toEqual([
      ['headroom-a', 'org2'],
      ['headroom-b', 'org1'],
    ]);
    expect(deploymentsOf(context({ settings: folder }))[0]?.settings).toMatchObject(place);
  });

  it('is refused if it has none, or one of several has no place: it would go where the others go', () => {
    expect(() => named({ settings: temporaryDirectory() })).toThrow('the folder has no file of settings');
    const folder = folderWith({ 'a.yaml': { ...settings, ...place }, 'b.yaml': settings });
    expect(() => named({ settings: folder })).toThrow(/b\.yaml: add account and region/);
    expect(named({ settings: folderWith({ 'b.yaml': settings }) })).toEqual([['headroom-b', 'org1']]);
  });
});
