import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseSettings } from '../../lib/contract/settings.ts';
import { chosenSettings } from '../../lib/infra/settings-file.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

const context = (given: Readonly<Record<string, unknown>>) => (name: string) => given[name];

const fileWith = (name: string, text: string): string => {
  const file = join(temporaryDirectory(), name);
  writeFileSync(file, text);
  return file;
};

describe('the settings of a deployment from a clone', () => {
  it('are those of cdk.json for the stack headroom, unless another deployment is named', () => {
    const { stackName, context: read } = chosenSettings(context({ headroom: { organization: 'org1' } }));
    expect([stackName, read]).toEqual(['headroom', { organization: 'org1' }]);
  });

  it('of -c settings=FILE are for the stack that is named after the file, in YAML or JSON', () => {
    const yaml = fileWith('prod.yaml', 'organization: org-prod\nbaseUrl: https://api.example.com\n');
    const chosen = chosenSettings(context({ settings: yaml, headroom: { organization: 'org1' } }));
    expect(chosen.stackName).toBe('headroom-prod');
    expect(parseSettings(chosen.context, chosen.origin).organization).toBe('org-prod');
    const json = chosenSettings(context({ settings: fileWith('eu-1.json', '{"organization":"org-eu"}') }));
    expect([json.stackName, json.context]).toEqual(['headroom-eu-1', { organization: 'org-eu' }]);
  });

  it('of -c env=NAME are in settings/NAME.yaml', () => {
    const folder = temporaryDirectory();
    mkdirSync(join(folder, 'settings'));
    writeFileSync(join(folder, 'settings', 'test.yaml'), 'organization: org-test\n');
    const { stackName, context: read } = chosenSettings(context({ env: 'test' }), folder);
    expect([stackName, read]).toEqual(['headroom-test', { organization: 'org-test' }]);
  });

  it('name the file of each error', () => {
    expect(() => chosenSettings(context({ settings: '/absent/prod.yaml' }))).toThrow(
      /^\/absent\/prod\.yaml: the settings cannot be read/,
    );
    const { context: read, origin } = chosenSettings(context({ settings: fileWith('a.yaml', 'organisation: x\n') }));
    expect(() => parseSettings(read, origin)).toThrow(/a\.yaml: the settings are invalid\n {2}baseUrl: /);
    expect(() => parseSettings(read, origin)).toThrow('organisation');
  });

  it('are refused where they are named twice, or the file has no name for a stack', () => {
    expect(() => chosenSettings(context({ settings: 'a.yaml', env: 'b' }))).toThrow(
      'either -c env=NAME or -c settings=FILE',
    );
    expect(() => chosenSettings(context({ settings: 'my settings.yaml' }))).toThrow(
      'the stack is named after the file',
    );
    expect(() => chosenSettings(context({ env: true }))).toThrow('true.yaml: the settings cannot be read');
  });
});
