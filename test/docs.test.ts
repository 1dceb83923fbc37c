import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { programOf } from '../lib/cli/program.ts';
import { plantedBugsOptions } from './planted-bugs/options.ts';
import { soakOptions } from './soak/options.ts';

const root = join(import.meta.dirname, '..');
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');

const documents = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'test/proof/README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name}`),
].filter((path) => path.endsWith('.md'));
const sources = ['bin', 'functions', 'lib'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path))
    .filter((path) => path.endsWith('.ts')),
);

/** Files and folders of the repository that a text names, links or not. */
const pathsIn = (text: string): string[] =>
  [...text.matchAll(/`((?:bin|docs|functions|lib|test)(?:\/[\w.-]+)*)\/?`/g)].map(([, path = '']) => path);

/** Targets of relative links as [path from the root, anchor]; the path of the text itself for `#anchor`. */
const linksIn = (path: string): [string, string][] =>
  [...textOf(path).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g)].map(([, target = '', anchor = '']) => [
    target === '' ? path : join(dirname(path), target),
    anchor,
  ]);

/** Documents that prose, messages and comments name from the root, such as `docs/deploy.md#undo-a-run`. */
const namedIn = (text: string): [string, string][] => [
  ...[...text.matchAll(/\bdocs\/[\w-]+\.md(?:#([\w-]+))?/g)].map(([named, anchor = '']): [string, string] => [
    named.split('#')[0] ?? '',
    anchor,
  ]),
  ...[...text.matchAll(/headroom runbook ([a-z-]+)/g)].map(([, anchor = '']): [string, string] => [
    'docs/runbook.md',
    anchor,
  ]),
];

/** Anchor of a heading as GitHub makes it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const anchorsOf = (path: string): Set<string> =>
  new Set([...textOf(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading)));

const isBroken = ([path, anchor]: [string, string]): boolean =>
  !existsSync(join(root, path)) || (anchor !== '' && !anchorsOf(path).has(anchor));

const broken = (path: string, targets: readonly [string, string][]): string[] =>
  targets.filter(isBroken).map(([target, anchor]) => `${path}: ${target}${anchor && `#${anchor}`}`);

/** What a text sets as code, in lines and in blocks, with continued lines joined. */
const codeIn = (text: string): string[] => {
  const block = /^ *```[^\n]*\n([\s\S]*?)^ *```/gm;
  const lines = [...text.matchAll(block)].flatMap(([, code = '']) => code.replaceAll(/\\\n\s*/g, '').split('\n'));
  const spans = [...text.replaceAll(block, '').matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
  return [...lines, ...spans].map((code) => code.replace(/\s#.*$/, '').trim());
};

const program = programOf(
  {
    in: new PassThrough(),
    out: new PassThrough(),
    err: new PassThrough(),
    environment: {},
    signal: new AbortController().signal,
    newRunId: () => '',
    colour: false,
  },
  () => undefined,
);

const flagsOf = (command: Command): string[] => [
  '--help',
  '--version',
  // An option with two long names has one of them in place of the short one.
  ...command.options.flatMap(
    ({ long, short }) => [long, short].filter((flag) => flag?.startsWith('--') === true) as string[],
  ),
];
const everyCommand = (command: Command): Command[] => [command, ...command.commands.flatMap(everyCommand)];
/** Of every command, of npm, of the soak and of the planted bugs. */
const everyFlag = new Set([
  ...everyCommand(program).flatMap(flagsOf),
  '--silent',
  ...Object.keys({ ...soakOptions, ...plantedBugsOptions }).map((name) => `--${name}`),
]);

const flagsIn = (words: readonly string[]): string[] =>
  words.flatMap((word) => /^\[?(--[a-z][a-z-]*)/.exec(word)?.[1] ?? []);

/** What a command line names that the program does not have: a command, or a flag of it. */
const unknownIn = (code: string): string[] => {
  const line = /^(?:\$ )?(?:npx )?headroom(?= [a-z-])([^|>&;]*)/.exec(code)?.[1];
  if (line === undefined) return [];
  const words = line.trim().split(/\s+/);
  let command = program;
  const next = () => command.commands.find((inner) => inner.name() === words[0]);
  for (let inner = next(); inner !== undefined; inner = next()) {
    command = inner;
    words.shift();
  }
  const [first = ''] = words;
  if (command.commands.length > 0 && /^[a-z]/.test(first)) return [`${command.name()} ${first}`];
  const known = flagsOf(command);
  return flagsIn(words).flatMap((flag) => (known.includes(flag) ? [] : [`${command.name()} ${flag}`]));
};

/** A flag on its own; those of other programs stand in command lines of these. */
const unknownAlone = (code: string): string[] =>
  code.startsWith('--') ? flagsIn(code.split(/\s+/)).filter((flag) => !everyFlag.has(flag)) : [];

describe('the documents', () => {
  it('name only commands and flags that the program has', () => {
    const code = documents
      .filter((path) => path !== 'CHANGELOG.md' && path !== 'docs/internals/decisions.md')
      .flatMap((path) => codeIn(textOf(path)).map((text) => ({ path, text })));
    const unknown = code.flatMap(({ path, text }) =>
      [...unknownIn(text), ...unknownAlone(text)].map((name) => `${path}: ${name}`),
    );
    expect(unknown).toEqual([]);
    expect(code.filter(({ text }) => /^(?:npx )?headroom [a-z]/.test(text)).length).toBeGreaterThan(40);
    expect(['headroom pln', 'headroom token stor --next', 'npx headroom plan --jsn'].flatMap(unknownIn)).toEqual([
      'headroom pln',
      'token stor',
      'plan --jsn',
    ]);
  });

  it('name only scripts that package.json has', () => {
    const { scripts } = JSON.parse(textOf('package.json')) as { readonly scripts: Readonly<Record<string, string>> };
    const named = documents
      .filter((path) => path !== 'CHANGELOG.md')
      .flatMap((path) => codeIn(textOf(path)))
      .flatMap((code) => [...code.matchAll(/\bnpm run (?:-s |--silent )?([\w-]+)/g)].map(([, name = '']) => name));
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
    expect(new Set(named).size).toBeGreaterThan(8);
  });

  it('name only files and folders that exist', () => {
    const missing = documents.flatMap((path) =>
      pathsIn(textOf(path))
        .filter((named) => !existsSync(join(root, named)))
        .map((named) => `${path}: ${named}`),
    );
    expect(missing).toEqual([]);
    expect(pathsIn(textOf('docs/internals/architecture.md')).length).toBeGreaterThan(60);
  });

  it('link only to files and sections that exist', () => {
    expect(documents.flatMap((path) => broken(path, [...linksIn(path), ...namedIn(textOf(path))]))).toEqual([]);
  });

  it('that the package has link to none in docs/internals, which it leaves out', () => {
    const guides = documents.filter((path) => path === 'README.md' || /^docs\/[\w-]+\.md$/.test(path));
    const left = guides.flatMap((path) =>
      linksIn(path).flatMap(([target]) => (/^docs\/internals\/./.test(target) ? [`${path}: ${target}`] : [])),
    );
    expect(left).toEqual([]);
    expect(guides.length).toBeGreaterThan(12);
  });

  it('docs/internals/track-record.md names what holds each fault', () => {
    const rows = textOf('docs/internals/track-record.md').match(/^\|(?!what|---).*$/gm) ?? [];
    expect(rows.filter((row) => !/\|`test\/[\w./-]+`\|$/.test(row))).toEqual([]);
    expect(rows.length).toBeGreaterThan(70);
  });

  it('have every section that a message or a comment of the program names', () => {
    const named = sources.flatMap((path) => broken(path, namedIn(textOf(path))));
    expect(named).toEqual([]);
    expect(sources.flatMap((path) => namedIn(textOf(path))).length).toBeGreaterThan(10);
  });
});
