import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';

/** The examples of docs/ci.md as jobs whose steps can run. */

export interface Step {
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
  uses: z.string().optional(),
  run: z.string().optional(),
  if: z.string().optional(),
  env: texts.default({}),
  with: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
});

const github = z.looseObject({
  name: z.string(),
  env: texts,
  jobs: z.record(z.string(), z.looseObject({ steps: z.array(githubStep) })),
});

const gitlabJob = z.looseObject({
  script: z.array(z.string()),
  artifacts: z.looseObject({ paths: z.array(z.string()) }).optional(),
});

const documents: unknown[] = [
  ...readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'ci.md'), 'utf8').matchAll(
    /^```yaml\n([\s\S]*?)^```$/gm,
  ),
].map(([, text = '']) => parse(text));

const keptBy = ({ uses, with: given }: z.infer<typeof githubStep>): Step['keeps'] =>
  uses?.startsWith('actions/upload-artifact@') ? { name: String(given.name), path: String(given.path) } : undefined;

/** Jobs of GitHub Actions by name. GitHub starts `bash -e` for a step. */
export const githubJobs: ReadonlyMap<string, Job> = new Map(
  documents
    .flatMap((document) => github.safeParse(document).data ?? [])
    .flatMap(({ env, jobs }) =>
      Object.entries(jobs).map(([name, { steps }]): [string, Job] => [
        name,
        {
          shell: ['-e'],
          steps: steps.map((step) => ({
            run: step.run,
            env: { ...env, ...step.env },
            always: step.if === 'always()',
            keeps: keptBy(step),
          })),
        },
      ]),
    ),
);

const defaults = z.looseObject({ default: z.looseObject({ before_script: z.array(z.string()) }) });

/** Jobs of GitLab CI by name. GitLab runs all lines of a job in one shell with `set -eo pipefail`. */
export const gitlabJobs: ReadonlyMap<string, Job> = new Map(
  documents
    .flatMap((document) => defaults.safeParse(document).data ?? [])
    .flatMap(({ default: { before_script: before }, ...jobs }) =>
      Object.entries(jobs).flatMap(([name, value]): [string, Job][] => {
        const job = gitlabJob.safeParse(value).data;
        if (job === undefined) return [];
        const run = [...before, ...job.script].join('\n');
        const [path] = job.artifacts?.paths ?? [];
        const kept: Step[] = path === undefined ? [] : [{ env: {}, always: false, keeps: { name, path } }];
        return [[name, { shell: ['-eo', 'pipefail'], steps: [{ run, env: {}, always: false }, ...kept] }]];
      }),
    ),
);
