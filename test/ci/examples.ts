import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';

/** The examples of docs/ci.md, with the action and the component that they use, as jobs whose steps can run. */

export interface Step {
  /** Under which later steps name its outputs. */
  readonly id?: string;
  readonly run?: string;
  readonly env: Readonly<Record<string, string>>;
  /** Whether it also runs after a step has failed. */
  readonly always: boolean;
  /** What it keeps for other jobs: a name and a file. */
  readonly keeps?: { readonly name: string; readonly path: string };
}

export interface Job {
  /** Options of bash, as the service starts it. */
  readonly shell: readonly string[];
  readonly steps: readonly Step[];
}

const texts = z.record(z.string(), z.string());

const githubStep = z.looseObject({
  id: z.string().optional(),
  uses: z.string().optional(),
  run: z.string().optional(),
  if: z.string().optional(),
  env: texts.default({}),
  with: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
});
type GithubStep = z.infer<typeof githubStep>;

const github = z.looseObject({
  name: z.string(),
  env: texts.optional(),
  jobs: z.record(z.string(), z.looseObject({ steps: z.array(githubStep) })),
});

const root = join(import.meta.dirname, '..', '..');
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');

/** The example workflows and pipelines of docs/ci.md, as texts. */
export const examples: readonly string[] = [...textOf('docs/ci.md').matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(
  ([, text = '']) => text,
);
const documents: unknown[] = examples.map((text) => parse(text));

/** The action of this repository. */
export const action = z
  .looseObject({
    inputs: z.record(z.string(), z.looseObject({ default: z.string().optional() })),
    outputs: z.record(z.string(), z.looseObject({ value: z.string() })),
    runs: z.looseObject({ steps: z.array(githubStep) }),
  })
  .parse(parse(textOf('action.yml')));

const keptBy = ({ uses, with: given }: GithubStep): Step['keeps'] =>
  uses?.startsWith('actions/upload-artifact@') ? { name: String(given.name), path: String(given.path) } : undefined;

/** The steps of the action in place of the step that uses it: with its variables, and its inputs in theirs. */
const inlined = ({ id, uses, env, with: given, if: condition }: GithubStep): GithubStep[] | undefined => {
  if (!uses?.startsWith('OWNER/disk-headroom@')) return undefined;
  const inputOf = (name: string): string => String(given[name] ?? action.inputs[name]?.default);
  const filled = (text: string): string => text.replaceAll(/\$\{\{ inputs\.(\w+) \}\}/g, (_, name) => inputOf(name));
  return action.runs.steps.map((step) => ({
    ...step,
    // Outputs of the action are those of its one step with outputs.
    id: step.id === undefined ? undefined : id,
    if: condition,
    env: { ...env, ...Object.fromEntries(Object.entries(step.env).map(([name, text]) => [name, filled(text)])) },
  }));
};

const workflows = documents.flatMap((document) => github.safeParse(document).data ?? []);
/** Stands once, in the first of the workflows. */
const sharedEnv = workflows[0]?.env ?? {};

/** Jobs of GitHub Actions by name. GitHub starts `bash -e` for a step. */
export const githubJobs: ReadonlyMap<string, Job> = new Map(
  workflows.flatMap(({ jobs }) =>
    Object.entries(jobs).map(([name, { steps }]): [string, Job] => [
      name,
      {
        shell: ['-e'],
        steps: steps
          .flatMap((step) => inlined(step) ?? [step])
          .map((step) => ({
            id: step.id,
            run: step.run,
            env: { ...sharedEnv, ...step.env },
            always: step.if === 'always()',
            keeps: keptBy(step),
          })),
      },
    ]),
  ),
);

const component = z.looseObject({
  spec: z.looseObject({ inputs: z.record(z.string(), z.looseObject({ default: z.string() })) }),
});
const gitlabJob = z.looseObject({
  extends: z.literal('.headroom'),
  script: z.array(z.string()),
  artifacts: z.looseObject({ paths: z.array(z.string()) }).optional(),
});

const [head = '', body = ''] = textOf('docs/integrations/gitlab-component.yml').split(/^---\n/m);
/** Inputs of the GitLab component, with their defaults. */
export const componentInputs = component.parse(parse(head)).spec.inputs;
const { '.headroom': hidden, ...gitlab } = z
  .looseObject({ '.headroom': z.looseObject({ before_script: z.array(z.string()) }) })
  .parse(parse(body.replaceAll(/\$\[\[ inputs\.(\w+) \]\]/g, (_, name) => componentInputs[name]?.default ?? '')));

/** Jobs of GitLab CI by name. GitLab runs all lines of a job in one shell with `set -eo pipefail`. */
export const gitlabJobs: ReadonlyMap<string, Job> = new Map(
  Object.entries(gitlab).map(([name, value]): [string, Job] => {
    const { script, artifacts } = gitlabJob.parse(value);
    const run = [...hidden.before_script, ...script].join('\n');
    const [path] = artifacts?.paths ?? [];
    const kept: Step[] = path === undefined ? [] : [{ env: {}, always: false, keeps: { name, path } }];
    return [
      name.replace('headroom-', ''),
      { shell: ['-eo', 'pipefail'], steps: [{ run, env: {}, always: false }, ...kept] },
    ];
  }),
);
