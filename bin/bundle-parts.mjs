// Which code of the program goes into which file of its bundle.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const below = (folder, names) => names.split(' ').map((name) => join(root, 'lib', folder, `${name}.ts`));
/** What commands do, or what a subcommand does, as COMMAND/SUBCOMMAND. */
const commands = (names) =>
  names.split(' ').flatMap((name) => below('cli/commands', name.includes('/') ? name : `${name}/action`));

/**
 * The bundler makes one file of all code that the same commands reach, so thirty commands would make a hundred files, and
 * Node.js needs a millisecond of processor time for each. Therefore code that is loaded on demand also reaches the layers up to
 * its own: everything that the sources of a layer need is then one file or a few, and what only one command needs is a file of
 * its own.
 */
const layers = [
  {
    // Prints before anything is read; shells run the completion when they open.
    sources: below('cli', 'program'),
    others: commands('completion runbook'),
  },
  {
    // Reads documents, and no store.
    sources: [...commands('validate'), ...below('cli', 'shell/console'), ...below('documents', 'calendar/calendar')],
    others: [...commands('config'), ...below('cli', 'views/simulation/html')],
  },
  {
    // Small, and without a connection to the platform. The others bring enough of their own.
    sources: [
      ...commands('approve audit forecast mode policy/get policy/history policy/put runs'),
      // Small, and of those that bring enough of their own: they would otherwise be files of their own in every plan.
      ...below('cli', 'session/open-store shell/command-text views/finding-table views/part-of-plan'),
      ...below('contract', 'environment secret'),
      ...below(
        'core',
        'budget/result disk/disk-troubles forecast/plan-forecast inventory/batches inventory/due plan/line policy/eligibility',
      ),
      ...below(
        'core',
        'policy/effective-tags policy/policy service/maximum service/protection new-services/served-within',
      ),
      ...below('run', 'policy/policy-in-force'),
      ...below('wire', 'maximum search-options/options'),
    ],
    others: [
      ...commands('dashboard platform policy/test report workflow'),
      ...below('aws', 's3-store s3-address operator/deployment managed-secret'),
    ],
  },
  // Everything else connects to the platform, and most of it runs tasks.
  { sources: commands('plan'), others: [] },
];

/** Number of the layer that code loaded on demand belongs to. */
const layerOf = (path) => {
  const layer = layers.findIndex(({ sources, others }) => sources.includes(path) || others.includes(path));
  return layer === -1 ? layers.length - 1 : layer;
};

const onDemand = /\bimport\('(\.[^']+\.ts)'\)/g;

/** Sources that the program loads on demand. */
const loadedOnDemand = () => {
  const lib = join(root, 'lib');
  const sources = readdirSync(lib, { recursive: true }).filter((name) => name.endsWith('.ts'));
  return new Set(
    sources.flatMap((name) => {
      const path = join(lib, name);
      return [...readFileSync(path, 'utf8').matchAll(onDemand)].map(([, beside]) => join(dirname(path), beside));
    }),
  );
};

/** Returns the text to put before a source file, so that it reaches its layers. */
export const layersOf = () => {
  const entries = loadedOnDemand();
  const lost = layers.flatMap(({ sources }) => sources).filter((path) => !existsSync(path));
  if (lost.length > 0) throw new Error(`${lost.join(', ')}: no such source`);
  const gone = layers.flatMap(({ others }) => others).filter((path) => !entries.has(path));
  if (gone.length > 0) throw new Error(`${gone.join(', ')}: nothing loads this on demand, so it is in no layer`);
  return (path) => {
    if (!entries.has(path)) return '';
    const reached = layers.slice(0, layerOf(path) + 1).flatMap(({ sources }) => sources);
    return reached.map((source) => (source === path ? '' : `import ${JSON.stringify(source)};`)).join('');
  };
};
