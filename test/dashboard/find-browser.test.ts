import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../temporary-directory.ts';
import { findBrowser, isExecutable, type Machine, skipsPages } from './find-browser.ts';

const linux: Machine = {
  environment: {},
  platform: 'linux',
  arch: 'x64',
  glibc: '2.36',
  isExecutable: () => false,
};

/** A machine for which the package has no browser, with programs at these paths. */
const other = (machine: Partial<Machine>, ...programs: readonly string[]): Machine => ({
  ...linux,
  arch: 'arm64',
  isExecutable: (path) => programs.includes(path),
  ...machine,
});

/** A program in a folder of its own. */
const program = (name: string): { readonly folder: string; readonly path: string } => {
  const folder = temporaryDirectory();
  const path = join(folder, name);
  writeFileSync(path, '#!/bin/sh\n');
  chmodSync(path, 0o755);
  return { folder, path };
};

describe('the browser of the tests', () => {
  it('is that of the development dependency where it runs, although another one is installed', () => {
    expect(findBrowser({ ...linux, isExecutable: () => true })).toEqual({ kind: 'packaged' });
    expect(findBrowser({ ...linux, glibc: '2.34' })).toEqual({ kind: 'packaged' });
    expect(findBrowser({ ...linux, glibc: '3.0' })).toEqual({ kind: 'packaged' });
  });

  it.each([{ glibc: '2.33' }, { glibc: undefined }, { arch: 'arm64' }, { platform: 'darwin' }, { platform: 'win32' }])(
    'is an installed one where that of the dependency does not run: %o',
    (machine) => {
      const { folder, path } = program('chromium');
      const here = { ...linux, environment: { PATH: `/nowhere:${folder}` }, isExecutable, ...machine };
      expect(findBrowser(here)).toEqual({ kind: 'installed', path });
    },
  );

  it('is the one of CHROME_PATH before all others', () => {
    const { path } = program('my-browser');
    expect(findBrowser({ ...linux, environment: { CHROME_PATH: path }, isExecutable })).toEqual({
      kind: 'installed',
      path,
    });
  });

  it('is none at all where CHROME_PATH names no program: the error names the variable and the path', () => {
    const machine = { ...linux, environment: { CHROME_PATH: '/no/browser' }, isExecutable };
    expect(() => findBrowser(machine)).toThrow(/^CHROME_PATH is not a program: \/no\/browser\. Set it to /);
  });

  it.each([
    ['darwin', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
    ['linux', '/usr/bin/chromium-browser'],
    ['linux', '/opt/google/chrome/chrome'],
  ])('is one in a usual place of %s: %s', (platform, path) => {
    expect(findBrowser(other({ platform }, path))).toEqual({ kind: 'installed', path });
  });

  it('is not a folder that has the name of one, nor a file that no one may run', () => {
    const { folder, path } = program('chrome');
    mkdirSync(join(folder, 'chromium'));
    writeFileSync(join(folder, 'google-chrome'), '');
    chmodSync(join(folder, 'google-chrome'), 0o644);
    expect(findBrowser(other({ environment: { PATH: folder }, isExecutable }))).toEqual({ kind: 'installed', path });
  });
});

describe('tests of pages', () => {
  it('are skipped where there is no browser', () => {
    expect(skipsPages(other({}))).toBe(true);
    expect(skipsPages(other({ environment: { CI: '' } }))).toBe(true);
    expect(skipsPages(other({ environment: { CI: 'false' } }))).toBe(true);
  });

  it('run where there is one', () => {
    expect(skipsPages(linux)).toBe(false);
    expect(skipsPages(other({}, '/usr/bin/chromium'))).toBe(false);
  });

  it.each(['true', '1'])('run, and fail, where there is none and CI is %s', (CI) => {
    expect(skipsPages(other({ environment: { CI } }))).toBe(false);
  });
});
