import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readNamed } from '../../documents/files/named.ts';
import {
  optionProfile,
  type PlatformOptions,
  parseScenario,
  type Scenario,
  sampleScenarioPath,
  servePlatform,
} from '../../platform/index.ts';
import { onPort, type PortRequest } from '../shell/port.ts';

/** What a person may set of the platform. */
export type PlatformSettings = Pick<
  PlatformOptions,
  'seed' | 'speed' | 'control' | 'rateLimit' | 'searchEngine' | 'schemes'
> & {
  readonly scenario?: string;
};

interface EmbeddedOptions extends PortRequest, PlatformSettings, Pick<PlatformOptions, 'profile'> {}

export type Server = Awaited<ReturnType<typeof servePlatform>>;

interface TokenFile {
  readonly path: string;
  remove(): void;
}

/** Writes a token to a file of its own that only its owner can read. */
const writeTokenFile = (token: string): TokenFile => {
  const folder = mkdtempSync(join(tmpdir(), 'headroom-'));
  const path = join(folder, 'token');
  writeFileSync(path, `${token}\n`, { mode: 0o600 });
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) };
};

/** The embedded platform, running, with a token made for this one run. */
export interface Embedded {
  readonly server: Server;
  readonly token: string;
  readonly tokenFile: TokenFile;
  close(): Promise<void>;
}

const readScenario = async ({ scenario: file, profile = 'both' }: EmbeddedOptions): Promise<Scenario> => {
  const path = file ?? fileURLToPath(sampleScenarioPath);
  const text = await readNamed(path, { use: 'a scenario file', mostMib: 256 });
  return parseScenario(text, path, optionProfile(profile));
};

/** Starts the embedded platform; its token is stored in a file of mode 600 and nowhere else on disk. */
export const startEmbedded = async (options: EmbeddedOptions): Promise<Embedded> => {
  const scenario = await readScenario(options);
  const token = randomBytes(32).toString('base64url');
  const server = await onPort(options, (port) => servePlatform({ ...options, scenario, token, port }));
  const tokenFile = writeTokenFile(token);
  return {
    server,
    token,
    tokenFile,
    close: async () => {
      tokenFile.remove();
      await server.close();
    },
  };
};
