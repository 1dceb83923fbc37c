// Runs before any installation, so it uses Node.js alone. npm writes node_modules/.package-lock.json at the end of
// an installation: if that is at least as new as package-lock.json, the installation is current.
import { spawnSync } from 'node:child_process';
import { lstatSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modified = (path) => statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;

if (modified('node_modules/.package-lock.json') < modified('package-lock.json')) {
  if (lstatSync(join(root, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) {
    // npm ci empties the folder behind the link, which other checkouts may use.
    process.stderr.write(
      'error: node_modules is a link and older than package-lock.json; remove the link, then try again\n',
    );
    process.exit(1);
  }
  process.stderr.write('installing missing packages (once; needs the npm registry)\n');
  const npm = spawnSync('npm', ['ci', '--include=dev', '--loglevel=error', '--no-fund', '--no-audit'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (npm.status !== 0) {
    process.stderr.write('error: npm ci failed; see its message above, then try again\n');
    process.exit(1);
  }
}
