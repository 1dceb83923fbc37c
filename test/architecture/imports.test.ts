import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesBelow } from '../files-below.ts';
import { ladders, layers } from './rooms.ts';

const root = join(import.meta.dirname, '..', '..');

const modulesBelow = (...folders: readonly string[]): string[] =>
  filesBelow(...folders).filter((file) => file.endsWith('.ts'));

const shipped = modulesBelow('lib', 'functions', 'bin');

/** The simulator has grown like a part of the product, so it is held to the same order; its tests stand beside its files. */
const files = [...shipped, ...modulesBelow('test/simulator').filter((file) => !file.endsWith('.test.ts'))];

/** What a file imports, types included: paths from the root, or names of packages. */
const importsOf = (file: string): string[] =>
  [
    ...readFileSync(join(root, file), 'utf8').matchAll(
      /(?:^|\n)\s*(?:import|export)\s[^;]*?from\s+'([^']+)'|import\s*\(\s*'([^']+)'|(?:^|\n)import\s+'([^']+)'/g,
    ),
  ].map((match) => {
    const imported = match[1] ?? match[2] ?? match[3] ?? '';
    if (!imported.startsWith('.')) return imported;
    return relative(root, join(root, dirname(file), imported))
      .split(sep)
      .join('/');
  });

const imports = new Map(files.map((file) => [file, importsOf(file)]));

const isBuiltin = (name: string) => name.startsWith('node:') || builtinModules.includes(name);
const packageOf = (name: string) =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');

const byLength = Object.keys(layers).sort((a, b) => b.length - a.length);
/** The layer of a path; undefined for a package. */
const layerOf = (path: string) => byLength.find((layer) => path === layer || path.startsWith(`${layer}/`));

describe('the layers of the code', () => {
  it('know every file', () => {
    expect(files.filter((file) => layerOf(file) === undefined)).toEqual([]);
  });

  /** The layer, package or file that an import is of; undefined for what Node.js brings. */
  const targetOf = (name: string) =>
    isBuiltin(name) ? undefined : (layerOf(name) ?? (files.includes(name) ? name : packageOf(name)));

  it('import only what the table allows', () => {
    const wrong = [...imports].flatMap(([file, imported]) => {
      const layer = layerOf(file) ?? '';
      const allowed = [layer, ...(layers[layer] ?? [])];
      return imported
        .filter((name) => layer === 'lib/core' || !isBuiltin(name))
        .map((name) => ({ file, target: targetOf(name) ?? name }))
        .filter(({ target }) => !allowed.includes(target));
    });
    expect(wrong).toEqual([]);
  });

  it('import everything that the table allows', () => {
    const used = new Set(
      [...imports].flatMap(([file, imported]) => imported.map((name) => `${layerOf(file)} -> ${targetOf(name)}`)),
    );
    const arrows = Object.entries(layers).flatMap(([layer, allowed]) =>
      allowed.map((target) => `${layer} -> ${target}`),
    );
    expect(arrows.filter((arrow) => !used.has(arrow))).toEqual([]);
  });

  it('see imports at all, also those of types alone and those made late', () => {
    expect(imports.get('lib/run/plan/decide.ts')).toContain('lib/core/plan/plan.ts');
    expect(imports.get('lib/core/plan/plan-result.ts')).toContain('lib/core/change/change.ts');
    expect(imports.get('lib/aws/handler.ts')).toContain('lib/aws/open-ports.ts');
  });
});

describe.each(Object.entries(ladders))('the rooms of %s', (base, ladder) => {
  /** The room of a file below the base; the base itself for files at its root. */
  const roomOf = (file: string) => {
    const rest = file.slice(base.length + 1);
    return rest.includes('/') ? (rest.split('/')[0] ?? '') : '.';
  };
  const own = [...imports].filter(([file]) => file.startsWith(`${base}/`));

  it('are those of the ladder', () => {
    expect([...new Set(own.map(([file]) => roomOf(file)))].sort()).toEqual([...ladder].sort());
  });

  it('import only the rooms before them, types included', () => {
    const upward = own.flatMap(([file, imported]) =>
      imported
        .filter((name) => name.startsWith(`${base}/`))
        .filter((name) => ladder.indexOf(roomOf(name)) > ladder.indexOf(roomOf(file)))
        .map((name) => `${file} -> ${name}`),
    );
    expect(upward).toEqual([]);
  });
});

describe('the embedded platform', () => {
  const isOwn = (name: string) => name.startsWith('lib/platform/');

  /** What is reached from some files, at any depth. */
  const reachedFrom = (starts: readonly string[]): ReadonlySet<string> => {
    const reached = new Set(starts);
    for (const file of reached) for (const next of imports.get(file) ?? []) reached.add(next);
    return reached;
  };

  it('has one door', () => {
    const past = shipped.flatMap((file) =>
      (imports.get(file) ?? [])
        .filter((name) => isOwn(name) && !isOwn(file) && name !== 'lib/platform/index.ts')
        .map((name) => `${file} -> ${name}`),
    );
    expect(past).toEqual([]);
  });

  it('is reached from no task, no dashboard and nothing that other programs import', () => {
    const starts = [...modulesBelow('functions', 'lib/dashboard', 'lib/local'), 'lib/index.ts', 'lib/cdk.ts'];
    expect([...reachedFrom(starts)].filter(isOwn)).toEqual([]);
    expect([...reachedFrom(['lib/simulate/live.ts'])].filter(isOwn)).toContain('lib/platform/state/state.ts');
  });

  it('needs of the rest only the names and forms of the wire, sizes, times, growth and the arithmetic of the autoscaler', () => {
    const needed = shipped.filter(isOwn).flatMap((file) => imports.get(file) ?? []);
    expect([...new Set(needed)].filter((name) => name.startsWith('lib/') && !isOwn(name)).sort()).toEqual([
      'lib/core/model/autoscaler.ts',
      'lib/core/model/durations.ts',
      'lib/core/model/grouping.ts',
      'lib/core/model/model.ts',
      'lib/core/model/plain-data.ts',
      'lib/core/model/remembering.ts',
      'lib/core/model/search-configuration.ts',
      'lib/core/model/sizes.ts',
      'lib/core/model/visible-text.ts',
      'lib/core/service/maximum.ts',
      'lib/core/twin/growth-model.ts',
      'lib/core/twin/growth-turns.ts',
      'lib/wire/maximum.ts',
      'lib/wire/search-options/check.ts',
      'lib/wire/search-options/options.ts',
      'lib/wire/search-options/schema.ts',
      'lib/wire/search-product-name.ts',
    ]);
  });
});

describe('the files', () => {
  it('import each other in no circle, types included', () => {
    const state = new Map<string, 'open' | 'done'>();
    const circles: string[] = [];
    const visit = (file: string, path: readonly string[]) => {
      if (state.get(file) === 'done') return;
      if (state.get(file) === 'open') {
        circles.push([...path.slice(path.indexOf(file)), file].join(' -> '));
        return;
      }
      state.set(file, 'open');
      for (const next of imports.get(file) ?? []) if (imports.has(next)) visit(next, [...path, file]);
      state.set(file, 'done');
    };
    for (const file of files) visit(file, []);
    expect(circles).toEqual([]);
  });

  it('have at most 250 lines, or a reason in their first comment', () => {
    const long = [...new Set([...files, ...modulesBelow('test')])].filter((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      return text.split('\n').length > 251 && !/^(?:import[^;]*;\s*)*\/(?:\*\*[^/]*|\/.*)one file because/.test(text);
    });
    expect(long).toEqual([]);
  });

  it('stand at most twenty in a folder, but for lists of like things', () => {
    const lists = ['lib/platform/operations', 'lib/client/operations'];
    const counts = new Map<string, number>();
    for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
    expect([...counts].filter(([folder, count]) => count > 20 && !lists.includes(folder))).toEqual([]);
  });
});

describe('a command', () => {
  const folderOf = (file: string) => /^lib\/cli\/commands\/([^/]+)\//.exec(file)?.[1];
  const inFolders = [...imports].filter(([file]) => folderOf(file) !== undefined);

  it('is a folder with its options', () => {
    const folders = new Set(inFolders.map(([file]) => folderOf(file)));
    expect([...folders].filter((name) => !files.includes(`lib/cli/commands/${name}/options.ts`))).toEqual([]);
  });

  it('needs no other command', () => {
    const wrong = inFolders.flatMap(([file, imported]) =>
      imported
        .filter((name) => ![undefined, folderOf(file)].includes(folderOf(name)))
        .map((name) => `${file} imports ${name}`),
    );
    expect(wrong).toEqual([]);
  });

  it('loads what it does only when it runs', () => {
    const early = /^import (?!type\b)[^;]*from '\.[^']*\/(?!options\.ts)[^/']+'/gm;
    const table = readFileSync(join(root, 'lib/cli/command-table.ts'), 'utf8');
    expect(table.match(early)).toEqual([expect.stringContaining("from './commands/command.ts'")]);
    const wrong = inFolders.filter(
      ([file, imported]) => file.endsWith('/options.ts') && imported.some((name) => folderOf(name) !== undefined),
    );
    expect(wrong).toEqual([]);
  });

  it('has types of flags from a package of which nothing runs', () => {
    const typed = "from '@commander-js/extra-typings'";
    const loads = files.filter((file) =>
      readFileSync(join(root, file), 'utf8')
        .split(/;\s*\n/)
        .some((statement) => statement.includes(typed) && !/^\s*import type\b/.test(statement)),
    );
    expect(loads).toEqual([]);
  });
});

describe('the core', () => {
  // Matching words in text is crude, but a pure function has no reason to name any of these.
  const impure =
    /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bprocess\.|\bconsole\.|\bperformance\.|\bfetch\(|\bsetTimeout\b|\bsetInterval\b|\bcrypto\.|\bglobalThis\b|\brequire\(|\bimport\(/;

  it('knows no clock, randomness, process, console or input and output', () => {
    const wrong = filesBelow('lib/core').filter((file) => impure.test(readFileSync(join(root, file), 'utf8')));
    expect(wrong).toEqual([]);
  });
});
