import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Answer, Call } from './runner.ts';

/** What a job published: comments on the pull request, and issues. */
export interface Published {
  readonly comments: string[];
  readonly issues: string[];
  /** Commits whose plan was asked for. */
  readonly planned: string[];
}

const after = (argv: readonly string[], flag: string): string | undefined => argv[argv.indexOf(flag) + 1];

const bodyIn = ({ argv, cwd }: Call): string =>
  argv.includes('--body-file')
    ? readFileSync(join(cwd, after(argv, '--body-file') ?? ''), 'utf8')
    : (after(argv, '--body') ?? '');

const unknown = ({ program, argv }: Call): Answer => ({
  status: 2,
  err: `${program}: unknown call ${argv.join(' ')}\n`,
});

/** The calls of the GitHub command line that the examples make. */
export const gh = (call: Call, artifacts: string, published: Published): Answer => {
  const { argv, cwd } = call;
  switch (argv.slice(0, 2).join(' ')) {
    case 'pr comment':
      published.comments.push(bodyIn(call));
      return { status: argv[2] === '7' ? 0 : 1 };
    case 'issue create':
      published.issues.push(bodyIn(call));
      return { status: 0 };
    case 'run list':
      published.planned.push(after(argv, '--commit') ?? '');
      return { status: 0, out: '4711\n' };
    case 'run download':
      cpSync(join(artifacts, after(argv, '--name') ?? ''), cwd, { recursive: true });
      return { status: argv[2] === '4711' ? 0 : 1 };
    default:
      return unknown(call);
  }
};

/** The form fields of a call, `name=value` or `name@file`. */
const fieldsIn = ({ argv, cwd }: Call): Map<string, string> =>
  new Map(
    argv.flatMap((word, at) => {
      if (argv[at - 1] !== '--data-urlencode') return [];
      const [, name = '', sign, value = ''] = /^(\w+)([=@])(.*)$/s.exec(word) ?? [];
      return [[name, sign === '@' ? readFileSync(join(cwd, value), 'utf8') : value] as const];
    }),
  );

/** The requests to GitLab that the examples make with curl. */
export const curl = (call: Call, artifacts: string, published: Published): Answer => {
  const { argv, cwd, env } = call;
  const url = argv.find((word) => word.startsWith('https://')) ?? '';
  const path = url.replace('https://gitlab.example.com/api/v4/projects/12', '');
  const output = join(cwd, after(argv, '--output') ?? '');
  if (after(argv, '--header') !== `PRIVATE-TOKEN: ${env.GITLAB_TOKEN}`) return unknown(call);
  const fields = fieldsIn(call);
  if (path === '/merge_requests/7/notes') published.comments.push(fields.get('body') ?? '');
  else if (path === '/issues') published.issues.push(fields.get('description') ?? '');
  else if (path.startsWith('/repository/commits/')) {
    published.planned.push(path.split('/')[3] ?? '');
    writeFileSync(output, '[{"iid":7}]');
  } else if (path === '/jobs/artifacts/refs%2Fmerge-requests%2F7%2Fhead/raw/plan.json?job=headroom-plan') {
    cpSync(join(artifacts, 'headroom-plan', 'plan.json'), output);
  } else return unknown(call);
  return { status: 0 };
};
