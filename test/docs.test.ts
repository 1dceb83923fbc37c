import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');

const documents = [
  'README.md',
  'CHANGELOG.md',
  ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`),
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
const namedIn = (text: string): [string, string][] =>
  [...text.matchAll(/\bdocs\/[\w-]+\.md(?:#([\w-]+))?/g)].map(([named, anchor = '']) => [
    named.split('#')[0] ?? '',
    anchor,
  ]);

/** Anchors of a document as GitHub makes them from its headings. */
const anchorsOf = (path: string): Set<string> =>
  new Set(
    [...textOf(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );

const isBroken = ([path, anchor]: [string, string]): boolean =>
  !existsSync(join(root, path)) || (anchor !== '' && !anchorsOf(path).has(anchor));

const broken = (path: string, targets: readonly [string, string][]): string[] =>
  targets.filter(isBroken).map(([target, anchor]) => `${path}: ${target}${anchor && `#${anchor}`}`);

describe('the documents', () => {
  it('name only files and folders that exist', () => {
    const missing = documents.flatMap((path) =>
      pathsIn(textOf(path))
        .filter((named) => !existsSync(join(root, named)))
        .map((named) => `${path}: ${named}`),
    );
    expect(missing).toEqual([]);
    expect(pathsIn(textOf('docs/architecture.md')).length).toBeGreaterThan(60);
  });

  it('link only to files and sections that exist', () => {
    expect(documents.flatMap((path) => broken(path, [...linksIn(path), ...namedIn(textOf(path))]))).toEqual([]);
  });

  it('have every section that a message or a comment of the program names', () => {
    const named = sources.flatMap((path) => broken(path, namedIn(textOf(path))));
    expect(named).toEqual([]);
    expect(sources.flatMap((path) => namedIn(textOf(path))).length).toBeGreaterThan(10);
  });
});
