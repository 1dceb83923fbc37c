import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { recipes } from '../../recipes/all.ts';
import type { Recipe } from '../../recipes/recipe.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const page = readFileSync(join(root, 'docs/internals/architecture.md'), 'utf8');

/** The paragraphs of the recipes on the page, by title. */
const paragraphs = new Map(
  page
    .slice(page.indexOf('## Typical changes'))
    .split('\n\n')
    .flatMap((paragraph) => {
      const title = /^\*\*(.+)\.\*\*/.exec(paragraph)?.[1];
      return title === undefined ? [] : [[title, paragraph] as const];
    }),
);

/** What the compiler checks: the product, and the files of the tests that a recipe names. All of them would take twice as long. */
const checked = [
  'lib',
  'functions',
  ...recipes.flatMap(({ named }) => named).filter((file) => file.startsWith('test/')),
];

const insert = (base: string, { file, before, text }: Recipe['steps'][number]): void => {
  const path = join(base, file);
  const parts = before === undefined ? ['', ''] : readFileSync(path, 'utf8').split(before);
  if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} places that begin with: ${before}`);
  writeFileSync(path, parts.join(`${text}${before ?? ''}`));
};

/** The first steps of all recipes in a copy of the code. One check of all costs as much as one of a single recipe. */
const compiled = (): string => {
  const base = mkdtempSync(join(tmpdir(), 'headroom-recipes-'));
  try {
    for (const name of ['lib', 'functions', 'test', 'package.json', 'tsconfig.json']) {
      cpSync(join(root, name), join(base, name), { recursive: true });
    }
    symlinkSync(join(root, 'node_modules'), join(base, 'node_modules'));
    for (const step of recipes.flatMap(({ steps }) => steps)) insert(base, step);
    writeFileSync(
      join(base, 'tsconfig.recipes.json'),
      JSON.stringify({ extends: './tsconfig.json', include: checked }),
    );
    const tsc = join(root, 'node_modules/.bin/tsc');
    // Several checkers would each check the types that they share, and the other processor has tests of its own.
    const flags = ['-p', 'tsconfig.recipes.json', '--pretty', 'false', '--checkers', '1'];
    return spawnSync(tsc, flags, { cwd: base, encoding: 'utf8' }).stdout;
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
};

/** An error of the compiler: the file, and all that it says of it. */
interface CompileError {
  readonly file: string;
  readonly text: string;
}

const errorsIn = (output: string): CompileError[] =>
  output.split(/\n(?=\S)/).flatMap((text) => {
    const file = /^([^(\s]+)\(\d+,\d+\): error/.exec(text)?.[1];
    return file === undefined ? [] : [{ file, text }];
  });

const filesOf = (errors: readonly CompileError[]): string[] => [...new Set(errors.map(({ file }) => file))].sort();

const speaksOf = ({ text }: CompileError, { probe }: Recipe): boolean =>
  text.toLowerCase().replaceAll('-', '').includes(probe);

describe('the recipes of the architecture page', () => {
  let errors: readonly CompileError[] = [];
  beforeAll(() => {
    errors = errorsIn(compiled());
  });
  /** Errors that name no probe, as one of a type made from it, are explained by a recipe that names their file. */
  const nameless = () => errors.filter((error) => !recipes.some((recipe) => speaksOf(error, recipe)));

  it('are tried, every one', () => {
    expect(recipes.map(({ title }) => title)).toEqual([...paragraphs.keys()]);
    const others = ['all.ts', 'recipe.ts'];
    expect(readdirSync(join(root, 'test', 'recipes')).filter((file) => !others.includes(file))).toHaveLength(
      recipes.length,
    );
  });

  it.each(recipes)('$title: the compiler names exactly the places that follow from its first step', (recipe) => {
    const own = errors.filter((error) => speaksOf(error, recipe));
    expect(filesOf([...own, ...nameless().filter(({ file }) => recipe.named.includes(file))])).toEqual(recipe.named);
  });

  it.each(recipes)('$title: the page has the files of the first step and those that the compiler names', (recipe) => {
    const { title, steps, named } = recipe;
    const files = [...steps.filter(({ before }) => before !== undefined).map(({ file }) => file), ...named];
    const missing = files.filter((file) => {
      const parts = file.split('/');
      const places = parts.map((_, at) => `\`${parts.slice(0, at + 1).join('/')}\``);
      return !places.some((place) => paragraphs.get(title)?.includes(place));
    });
    expect(missing).toEqual([]);
  });

  it('make no error that no recipe explains', () => {
    const explained = recipes.flatMap(({ named }) => named);
    expect(filesOf(nameless()).filter((file) => !explained.includes(file))).toEqual([]);
  });
});
