import { execFile } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { env as environment } from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { makeOnce } from '../make-once.ts';

const dependency = '@sparticuz/chromium';
const entry = import.meta.resolve(dependency);

const versionOfDependency = (): string => {
  const file = join(dirname(fileURLToPath(entry)), '..', '..', 'package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { readonly version: string }).version;
};

/** The fonts of the package first, so that pages look the same everywhere; those of the machine for other signs. */
const fontConfiguration = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <dir>/usr/local/share/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
  <alias><family>system-ui</family><prefer><family>Open Sans</family></prefer></alias>
  <alias><family>sans-serif</family><prefer><family>Open Sans</family></prefer></alias>
</fontconfig>
`;

/** The package unpacks into the temporary folder of its process; it unpacks its libraries on AWS Lambda only. */
const unpackPackage = async (staging: string): Promise<void> => {
  const code = `import(${JSON.stringify(entry)}).then((chromium) => chromium.default.executablePath())`;
  await promisify(execFile)(process.execPath, ['--eval', code], {
    env: { ...environment, NODE_OPTIONS: '', TMPDIR: staging, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' },
  });
  writeFileSync(join(staging, 'fonts.conf'), fontConfiguration);
  // Another user of this clone may run the tests too.
  chmodSync(join(staging, 'chromium'), 0o755);
};

export interface Program {
  readonly executablePath: string;
  readonly env: Readonly<Record<string, string>>;
}

/** The browser of the development dependency with its libraries and fonts. The first process that needs it unpacks it. */
export const packagedBrowser = async (): Promise<Program> => {
  const modules = join(import.meta.dirname, '..', '..', 'node_modules');
  const folder = join(modules, '.cache', 'headroom-chromium', versionOfDependency());
  await makeOnce(folder, unpackPackage);
  const { LD_LIBRARY_PATH: libraries } = environment;
  return {
    executablePath: join(folder, 'chromium'),
    env: {
      ...(environment as Record<string, string>),
      LD_LIBRARY_PATH: [join(folder, 'al2023', 'lib'), ...(libraries ? [libraries] : [])].join(':'),
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    },
  };
};
