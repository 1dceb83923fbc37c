import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export const root = join(import.meta.dirname, '..', '..');

/** Runs a command to its end. @throws Error if it does not start */
export const ran = (
  command: string,
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: Readonly<Record<string, string | undefined>> } = {},
) => {
  const { status, stdout, stderr, error } = spawnSync(command, args, { ...options, encoding: 'utf8' });
  if (error !== undefined) throw error;
  return { status, out: stdout, err: stderr };
};

/** The same while this process goes on, for a command that talks to it. @throws Error if it fails */
export const ranBeside = (command: string, args: readonly string[], env: Readonly<Record<string, string>>) =>
  promisify(execFile)(command, args, { env });

const npm = (args: readonly string[], cwd: string): string => {
  const { status, out, err } = ran('npm', [...args, '--offline', '--loglevel=error'], { cwd });
  if (status !== 0) throw new Error(`npm ${args.join(' ')} failed: ${err}`);
  return out;
};

interface PackedFile {
  readonly path: string;
  readonly size: number;
}

/** The package as npm packs it, installed as a user does, without network. */
export interface Packed {
  readonly tarball: string;
  /** Bytes of the tarball. */
  readonly size: number;
  readonly files: readonly PackedFile[];
  /** The installed package. */
  readonly folder: string;
  /** The installed command. */
  readonly command: string;
  readonly remove: () => void;
}

/** Builds, packs and installs the package in a temporary folder. */
export const packAndInstall = (): Packed => {
  const place = mkdtempSync(join(tmpdir(), 'headroom-package-'));
  // npm prints what prepack prints before its own JSON.
  const printed = npm(['pack', '--json', '--pack-destination', place], root);
  const [{ filename, size, files }] = JSON.parse(printed.slice(printed.search(/^\[/m)));
  const tarball = join(place, filename);
  npm(['install', '--global', '--prefix', join(place, 'installed'), tarball], place);
  const folder = join(place, 'installed', 'lib', 'node_modules', 'disk-headroom');
  const command = join(place, 'installed', 'bin', 'headroom');
  const remove = () => rmSync(place, { recursive: true, force: true });
  return { tarball, size, files, folder, command, remove };
};
