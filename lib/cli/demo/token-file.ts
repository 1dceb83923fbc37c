import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TokenFile {
  readonly path: string;
  remove(): void;
}

/** Writes a token to a new file that only its owner can read. */
export const writeTokenFile = (token: string): TokenFile => {
  const folder = mkdtempSync(join(tmpdir(), 'headroom-'));
  const path = join(folder, 'token');
  writeFileSync(path, `${token}\n`, { mode: 0o600 });
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) };
};
