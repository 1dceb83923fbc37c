import { describe, expect, it } from 'vitest';
import { fileInPatch } from '../../../../lib/cli/session/simulation/edited-policy.ts';

describe('a file in a patch', () => {
  it.each([
    ['policy.yaml', 'policy.yaml'],
    ['./policies/prod.yaml', 'policies/prod.yaml'],
    ['/srv/ada/disks/policies/prod.yaml', 'policies/prod.yaml'],
    ['/etc/headroom/policy.yaml', 'policy.yaml'],
    ['../other/policy.yaml', 'policy.yaml'],
  ])('%s is named %s, from the working directory', (file, path) => {
    expect(fileInPatch(file, '/srv/ada/disks')).toBe(path);
  });
});
