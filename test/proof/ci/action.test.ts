import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validateAction, validateWorkflow } from '@action-validator/core';
import { describe, expect, it } from 'vitest';
import { version } from '../../../lib/contract/version.ts';
import { action, componentInputs, examples, githubJobs, gitlabJobs } from '../../ci/examples.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');
const workflows = examples.filter((text) => text.includes('\njobs:'));

describe('the action for GitHub', () => {
  it('fits the schema of actions, which refuses another document', () => {
    const errorsOf = (text: string) => validateAction(text).errors;
    expect(errorsOf(textOf('action.yml'))).toEqual([]);
    expect(errorsOf(textOf('action.yml').replace('using: composite', 'using: composit'))).not.toEqual([]);
  });

  it('installs the version of its own release, as the component for GitLab does, unless the caller pins another', () => {
    expect([action.inputs.version?.default, componentInputs.version?.default]).toEqual([version, version]);
  });

  it('has the outputs of its one step with outputs, under their own names', () => {
    const [step] = action.runs.steps.filter(({ id }) => id !== undefined);
    for (const [name, { value }] of Object.entries(action.outputs)) {
      expect(value).toBe(`\${{ steps.run.outputs.${name} }}`);
      expect(step?.run).toContain(`${name}=`);
    }
  });
});

describe('the workflows of docs/ci.md', () => {
  it.each(workflows)('fit the schema of workflows: %#', (text) => {
    expect(validateWorkflow(text).errors).toEqual([]);
  });

  it('give the action only inputs that it has, and the version of this release', () => {
    const uses = [
      ...textOf('docs/ci.md').matchAll(/- (?:id: \w+\n\s+)?uses: OWNER\/disk-headroom@(\S+)\n((?: {8,}.*\n)+)/g),
    ];
    expect(uses.map(([, tag]) => tag)).toEqual(Array(4).fill(`v${version}`));
    const given = uses.flatMap(([, , rest = '']) =>
      [...(rest.split('with:')[1] ?? '').matchAll(/^ +(\w+):/gm)].map(([, name]) => name),
    );
    expect(given.filter((name) => !(String(name) in action.inputs))).toEqual([]);
    expect(given).toHaveLength(5);
  });

  it('have no script with an expression, which could contain the commands of a stranger', () => {
    const scripts = [...githubJobs.values(), ...gitlabJobs.values()].flatMap(({ steps }) =>
      steps.flatMap(({ run }) => run ?? []),
    );
    expect(scripts.filter((script) => script.includes('${{'))).toEqual([]);
    expect([[...githubJobs.keys()], [...gitlabJobs.keys()], scripts.length]).toEqual([
      ['plan', 'apply', 'drift'],
      ['plan', 'apply', 'drift'],
      15,
    ]);
  });
});
