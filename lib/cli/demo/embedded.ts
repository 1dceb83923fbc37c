import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseScenario, type Scenario, sampleScenarioPath } from '../../emulator/scenario/scenario.ts';
import { servePlatform } from '../../emulator/server.ts';
import { optionProfile, type ServedProfile } from '../../wire/served-profile.ts';
import { UsageError } from '../shell/usage-error.ts';

export interface EmbeddedOptions {
  readonly scenario?: string;
  readonly port: number;
  /** Use the next free port if this one is taken. */
  readonly nextFree: boolean;
  readonly seed?: number;
  readonly speed?: number;
  readonly control?: boolean;
  readonly rateLimit?: number;
  readonly searchEngine?: string;
  /** The profile to serve; default both. */
  readonly profile?: ServedProfile;
}

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

const highestPort = 65_535;

const readScenario = async ({ scenario: file, profile = 'both' }: EmbeddedOptions): Promise<Scenario> => {
  const path = file ?? fileURLToPath(sampleScenarioPath);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${path}: cannot be read (${error.code ?? error.message}); use the path of a scenario file`);
  });
  return parseScenario(text, path, optionProfile(profile));
};

const isTaken = (error: unknown) => (error as NodeJS.ErrnoException).code === 'EADDRINUSE';

const serve = async (options: EmbeddedOptions, scenario: Scenario, token: string): Promise<Server> => {
  for (let port = options.port; ; port += 1) {
    try {
      return await servePlatform({ ...options, scenario, token, port });
    } catch (error) {
      if (!isTaken(error)) throw error;
      if (options.nextFree && port < highestPort) continue;
      throw new UsageError(`port ${port} is taken; choose another with --port, or 0 for any free one`);
    }
  }
};

/** Starts the embedded platform; its token is stored in a file of mode 600 and nowhere else on disk. */
export const startEmbedded = async (options: EmbeddedOptions): Promise<Embedded> => {
  const scenario = await readScenario(options);
  const token = randomBytes(32).toString('base64url');
  const server = await serve(options, scenario, token);
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
