import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { PassThrough, Readable } from 'node:stream';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import { runProgram } from '../../../../lib/cli/program.ts';
import { foreignEndpointTypes } from '../../../../lib/platform/protocol/foreign-types.ts';
import { even } from '../../../workflow/scenarios.ts';
import { openShell } from '../shell.ts';

/** Runs `headroom platform` until the test ends; gives its address and its token. */
const servedBy = async (flags: readonly string[], environment: Readonly<Record<string, string>> = {}) => {
  const out = new PassThrough();
  const stopping = new AbortController();
  const ended = runProgram(['platform', '--port', '0', ...flags], {
    in: Readable.from([]),
    out,
    err: new PassThrough(),
    colour: false,
    environment,
    signal: stopping.signal,
    newRunId: () => 'run',
  });
  onTestFinished(async () => {
    stopping.abort();
    await ended;
  });
  const lines = createInterface(out)[Symbol.asyncIterator]();
  const lastWord = async (): Promise<string> =>
    String((await lines.next()).value)
      .split(' ')
      .at(-1) ?? '';
  const url = await lastWord();
  return { url, token: readFileSync(await lastWord(), 'utf8').trim() };
};

const typesOf = async ({ url, token }: { readonly url: string; readonly token: string }) => {
  const path = '/v1/project/sandbox/integration_endpoint_types';
  const answer = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } });
  const { endpoint_types } = (await answer.json()) as { endpoint_types: { endpoint_type: string }[] };
  return endpoint_types.map((type) => type.endpoint_type);
};

describe('headroom platform --profile', () => {
  test.each([
    [[], ['disk_storage', 'autoscaler', ...foreignEndpointTypes]],
    [
      ['--profile', 'both'],
      ['disk_storage', 'autoscaler', ...foreignEndpointTypes],
    ],
    [['--profile', 'documented'], ['disk_storage']],
    [
      ['--profile', 'current'],
      ['autoscaler', ...foreignEndpointTypes],
    ],
  ])('serves what it says, and both without it: %j', async (flags, types) => {
    expect(await typesOf(await servedBy(flags))).toEqual(types);
  });

  it('does not take the profile that clients speak from the environment', async () => {
    expect(await typesOf(await servedBy([], { HEADROOM_PROFILE: 'current' }))).toHaveLength(
      2 + foreignEndpointTypes.length,
    );
  });

  it('is wrong usage for any other name', async () => {
    const shell = await openShell(even(1, 1));
    const { status, err } = await shell.run('platform', '--profile', 'latest');
    expect([status, err]).toEqual([2, 'error: unknown profile latest: use --profile documented, current or both\n']);
  });
});

describe('headroom platform, for clients of today', () => {
  const searchTypeOf = async ({ url, token }: { readonly url: string; readonly token: string }) => {
    const answer = await fetch(`${url}/v1/service_types`, { headers: { authorization: `aivenv1 ${token}` } });
    const { service_types = {} } = (await answer.json()) as { service_types?: object };
    return [answer.status, Object.keys(service_types).filter((type) => /engine|search|seeker/.test(type))];
  };

  test.each([
    [['--profile', 'current'], {}, [200, ['opensearch']]],
    [['--profile', 'current', '--search-engine', 'engine'], {}, [200, ['engine']]],
    [['--profile', 'current'], { HEADROOM_SEARCH_ENGINE: 'seeker' }, [200, ['seeker']]],
    [[], {}, [200, ['engine']]],
    [['--profile', 'documented'], {}, [401, []]],
    [['--profile', 'documented', '--scheme', 'both'], {}, [200, ['engine']]],
  ])(
    'calls the search product as the profile does, and takes its schemes: %j %j',
    async (flags, environment, types) => {
      expect(await searchTypeOf(await servedBy(flags, environment))).toEqual(types);
    },
  );

  it('is wrong usage for an unknown scheme', async () => {
    const shell = await openShell(even(1, 1));
    const { status, err } = await shell.run('platform', '--scheme', 'basic');
    expect([status, err]).toEqual([2, 'error: unknown scheme basic: use --scheme bearer or both\n']);
  });
});

it('headroom platform says that a port is taken and what to do, and exits 2', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  const { run } = await openShell(even(1, 1));
  expect(await run('platform', '--port', String(port))).toEqual({
    status: 2,
    out: '',
    err: `error: port ${port} is taken; choose another with --port, or 0 for any free one\n`,
  });
});
