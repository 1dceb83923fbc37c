import { describe, expect, it } from 'vitest';
import { filesBelow } from '../files-below.ts';
import { testsBeside } from './tests-beside.ts';

const files = filesBelow('lib', 'functions', 'test');

describe('the tests beside a change', () => {
  const undo = ['test/core/undo/undo-state.test.ts', 'test/core/undo/undo.test.ts'];
  const many = Array.from({ length: 30 }, (_, n) => `test/workflow/${n}.test.ts`);
  const all = [
    ...['test/core/undo/deep/x.test.ts', 'test/core/undo/helper.ts', 'test/core/undoing/y.test.ts'],
    ...['test/functions/plan.test.ts', 'test/docs.test.ts', ...undo, ...many],
  ];

  it.each([
    ['a file of the product', 'lib/core/undo/undo.ts', undo],
    ['a room', 'lib/core/undo', undo],
    ['a helper of the tests', 'test/core/undo/helper.ts', undo],
    ['a test', 'test/core/undo/undo.test.ts', undo],
    ['a task', 'functions/plan.ts', ['test/functions/plan.test.ts']],
    ['a file in a large folder', 'lib/workflow/7.ts', ['test/workflow/7.test.ts']],
    ['a test in a large folder', 'test/workflow/7.test.ts', ['test/workflow/7.test.ts']],
  ])('are those of the folder at the mirrored path for %s', (_, path, tests) => {
    expect(testsBeside([path], all)).toEqual({ tests, without: [] });
  });

  it('are run once for several files, and code without any is named', () => {
    const changed = [
      'lib/core/undo/undo.ts',
      'lib/core/undo/undo-state.ts',
      'lib/far/away.ts',
      'lib/ports.ts',
      'README.md',
    ];
    expect(testsBeside(changed, all)).toEqual({ tests: undo, without: ['lib/far/away.ts', 'lib/ports.ts'] });
  });

  it('are few, and almost every file of the product has some', () => {
    const product = files.filter((file) => /^(?:lib|functions)\/.+\.ts$/.test(file));
    const counts = product.map((file) => testsBeside([file], files).tests.length);
    expect(product.length).toBeGreaterThan(300);
    expect(Math.max(...counts)).toBeLessThanOrEqual(25);
    expect(counts.filter((count) => count > 0).length / product.length).toBeGreaterThan(0.85);
  });
});
