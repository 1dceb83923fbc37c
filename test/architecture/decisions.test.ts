import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { filesBelow } from '../files-below.ts';
import { inOneLine } from './citations.ts';

const page = readFileSync('docs/internals/decisions.md', 'utf8');

interface Decision {
  /** Its words in bold, without a full stop. */
  readonly name: string;
  readonly text: string;
}

interface Chapter {
  readonly name: string;
  /** Folders and files of the heading: from them a reader finds the chapter. */
  readonly rooms: readonly string[];
  readonly decisions: readonly Decision[];
}

const codeIn = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

const decisionIn = (entry: string): Decision => {
  const text = inOneLine(entry);
  const [, name = ''] = /^\*\*(.+?)\.?\*\*/.exec(text) ?? [];
  return { name, text };
};

const chaptersIn = (text: string): Chapter[] =>
  text
    .split('\n## ')
    .slice(1)
    .map((chapter) => {
      const [heading = '', ...entries] = chapter.split('\n- ');
      const [title = ''] = heading.split('\n');
      return { name: title.split(' (')[0] ?? '', rooms: codeIn(title), decisions: entries.map(decisionIn) };
    });

const chapters = chaptersIn(page);
const decisions = chapters.flatMap((chapter) => chapter.decisions);

const files = filesBelow('lib', 'functions', 'bin', 'test').filter(
  (path) => /\.(?:ts|mjs|cjs)$/.test(path) && path !== 'test/architecture/decisions.test.ts',
);

/** What comments cite of the page: words in quotes, or an empty text for the page as a whole. A path in code is no citation. */
const citedIn = (text: string): string[] =>
  [...inOneLine(text).matchAll(/(?<!['"`])\bdocs\/internals\/decisions\.md(?:, "([^"]+)")?/g)].map(
    ([, words = '']) => words,
  );

const cited = files.flatMap((file) => citedIn(readFileSync(file, 'utf8')).map((words) => ({ file, words })));

const isUnreached = ({ rooms }: Chapter, { name, text }: Decision): boolean =>
  rooms.length === 0 &&
  !codeIn(text).some((code) => /^(?:bin|docs|functions|lib|test)\/|\.(?:ts|mjs|cjs|json)$/.test(code)) &&
  !cited.some(({ words }) => words === name);

const twice = (names: readonly string[]): string[] => names.filter((name, index) => names.indexOf(name) !== index);

describe('a decision', () => {
  it('answers the question of its chapter', () => {
    const unasked = chapters.filter((chapter) => !chapter.name.endsWith('?') && chapter.decisions.length > 0);
    expect(unasked.map(({ name }) => name)).toEqual([]);
    expect(decisions.length).toBeGreaterThan(150);
  });

  it('has a name, and stands once', () => {
    expect(decisions.filter(({ name }) => name === '').map(({ text }) => text)).toEqual([]);
    expect(twice([...decisions, ...chapters].map(({ name }) => name))).toEqual([]);
  });

  it('is found from the code: by a room of its chapter, a file that it names, or a comment that cites it', () => {
    const unreached = chapters.flatMap((chapter) =>
      chapter.decisions.filter((decision) => isUnreached(chapter, decision)).map(({ name }) => name),
    );
    expect(unreached).toEqual([]);
    const alone = (entry: string) => chaptersIn(`\n## Chapter\n\n- **${entry}**`)[0];
    const isAlone = (chapter = alone('')) => chapter?.decisions.some((decision) => isUnreached(chapter, decision));
    expect(
      ['Nothing leads here', 'In `lib/ports.ts`', 'A maximum carries its meaning'].map(alone).map(isAlone),
    ).toEqual([true, false, false]);
  });

  it('is cited by its words in bold, or with its whole chapter', () => {
    const names = [...decisions, ...chapters].map(({ name }) => name);
    expect(cited.filter(({ words }) => !names.includes(words))).toEqual([]);
    expect(cited.length).toBeGreaterThan(5);
  });

  it.each([
    ['- **A name.** Text.', { name: 'A name' }],
    ['- no name', { name: '' }],
    ['- **A name on\n  two lines**, and more', { name: 'A name on two lines' }],
  ])('is read from %j', (entry, expected) => {
    expect(chaptersIn(`\n## Chapter (\`lib\`)\n\n${entry}`)).toMatchObject([
      { name: 'Chapter', rooms: ['lib'], decisions: [expected] },
    ]);
  });

  it.each([
    ['/** One (docs/internals/decisions.md). */', ['']],
    ['/**\n * One (docs/internals/decisions.md, "Two\n * words").\n */', ['Two words']],
    ["readFileSync('docs/internals/decisions.md')", []],
  ])('is cited by %j', (text, words) => {
    expect(citedIn(text)).toEqual(words);
  });
});

describe('a package', () => {
  const table = page.split('\n## Dependencies\n')[1] ?? '';
  const named = [...table.matchAll(/^\|([^|]+)\|/gm)].flatMap(([, cell = '']) =>
    cell.replaceAll(/ \(exact\)/g, '').split(', '),
  );
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    readonly devDependencies: Readonly<Record<string, string>>;
  };
  const covers = (name: string, dependency: string): boolean =>
    name.endsWith('*') ? dependency.startsWith(name.slice(0, -1)) : name === dependency;

  it('has a row that says what it is for and why', () => {
    const unnamed = Object.keys(devDependencies).filter((one) => !named.some((name) => covers(name, one)));
    expect(unnamed).toEqual([]);
  });

  it('that nothing uses any more has none', () => {
    const left = named.slice(2).filter((name) => !Object.keys(devDependencies).some((one) => covers(name, one)));
    expect(left).toEqual([]);
  });
});
