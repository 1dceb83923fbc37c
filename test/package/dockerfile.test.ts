import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validate } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';
import { testedNodes } from '../node-versions.ts';

const root = join(import.meta.dirname, '..', '..');
const text = readFileSync(join(root, 'Dockerfile'), 'utf8');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** The arguments of an instruction of the last stage, which is the image. */
const valuesOf = (instruction: string): string[] => {
  const image = text.slice(text.lastIndexOf('\nFROM '));
  return [...image.matchAll(new RegExp(`^${instruction} (.*)$`, 'gm'))].map(([, value = '']) => value);
};

describe('the Dockerfile', () => {
  it('has no error and no warning of the linter, which finds some at all', () => {
    expect(validate(text).map(({ message, range }) => `${range.start.line + 1}: ${message}`)).toEqual([]);
    expect(validate('FROM node:20\nMAINTAINER a\nCOPPY . .\n')).toHaveLength(2);
  });

  it('pins the newest version of Node.js that the program is tested on, the same in every stage', () => {
    const images = [...text.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
    const minor = testedNodes[24].replace(/\.\d+$/, '');
    expect(new Set(images)).toEqual(new Set([`node:${minor}-bookworm-slim`]));
  });

  it('runs the command as a user without privileges, and keeps the store in a volume', () => {
    expect(valuesOf('USER')).toEqual(['node']);
    expect(valuesOf('ENTRYPOINT')).toEqual([`["${Object.keys(manifest.bin)[0]}"]`]);
    expect(valuesOf('HEALTHCHECK')).toEqual(['NONE']);
    expect(valuesOf('ENV')[0]).toContain(`HEADROOM_STORE=${valuesOf('VOLUME')[0]}`);
  });

  it('copies into its build whatever the package is made from', () => {
    const left = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n');
    const needed = [
      'bin',
      'lib',
      'functions',
      'docs',
      'package.json',
      'package-lock.json',
      '.npmrc',
      'tsconfig.json',
      'tsconfig.types.json',
      'LICENSE',
    ];
    expect(needed.filter((name) => left.includes(name) || !existsSync(join(root, name)))).toEqual([]);
    expect(left).toEqual(expect.arrayContaining(['node_modules', 'dist', '.git']));
  });
});
