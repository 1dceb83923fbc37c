import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Licences that allow a copy inside another program if their text goes with it. */
const allowed = new Set(['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'MIT-0']);

/** Packages whose code stands in another package of the same licence, without a folder of their own. */
const inside = { 'rrule-temporal': ['temporal-polyfill (MIT), copyright (c) 2026 Adam Shaw'] };

/** Folders of the packages whose code is in the bundle, from the root. */
const packagesIn = (metafiles) => {
  const paths = metafiles
    .flatMap(({ outputs }) => Object.values(outputs))
    .flatMap(({ inputs }) =>
      Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
    );
  return [...new Set(paths.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []))];
};

/** Text of the licence and notice in a package; empty if it has none. */
const textIn = (folder) =>
  readdirSync(folder)
    .filter((name) => /^(?:licen[cs]e|copying|notice)(?:[.-]|$)/i.test(name))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8').trim())
    .join('\n\n');

/**
 * The packages whose code is in some bundles, in the order of their names.
 * @throws Error for a licence that does not allow a copy
 */
const thirdPartiesOf = (root, metafiles) =>
  packagesIn(metafiles)
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
      if (!allowed.has(license))
        throw new Error(`${name} ${version} has the licence ${license}, which no bundle may contain`);
      return { folder, name, version, license };
    })
    .sort((a, b) => (`${a.name}@${a.version}` < `${b.name}@${b.version}` ? -1 : 1));

/**
 * Names, versions, licences and licence texts of all packages in some bundles; each text once.
 * @throws Error for a licence that does not allow this
 */
export const noticesOf = (root, metafiles) => {
  const titlesOf = new Map();
  for (const { folder, name, version, license } of thirdPartiesOf(root, metafiles)) {
    const text = textIn(join(root, folder)) || `Licence ${license}; the package contains no text of it.`;
    titlesOf.set(text, [...(titlesOf.get(text) ?? []), `${name} ${version} (${license})`, ...(inside[name] ?? [])]);
  }
  const sections = [...titlesOf].map(([text, titles]) => `${titles.sort().join('\n')}\n\n${text}\n`).sort();
  return `This package contains code of other packages under their own licences.\n\n${sections.join(`\n${'-'.repeat(80)}\n\n`)}`;
};

/** Address of a package as software inventories write it; the `@` of a scope is encoded there. */
const packageUrl = ({ name, version }) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** The packages in some bundles as an inventory in the form of CycloneDX 1.5. */
export const inventoryOf = (root, metafiles) => {
  const { name, version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const component = (one, type) => ({
    type,
    'bom-ref': packageUrl(one),
    name: one.name,
    version: one.version,
    purl: packageUrl(one),
    licenses: [{ license: { id: one.license } }],
  });
  const parts = new Map(thirdPartiesOf(root, metafiles).map((one) => [packageUrl(one), component(one, 'library')]));
  const inventory = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: component({ name, version, license }, 'application') },
    components: [...parts.values()],
  };
  return `${JSON.stringify(inventory, null, 2)}\n`;
};
