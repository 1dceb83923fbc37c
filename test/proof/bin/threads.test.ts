import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ranBeside, root } from '../../package/packed.ts';

it('a simulation in threads of the bundle prints the same bytes as one in a single thread', async () => {
  const flags = [
    'simulate',
    '--days',
    '1',
    '--every',
    '1d',
    '--seeds',
    '3',
    '--policy',
    join(root, 'docs', 'policies', 'opt-in.yaml'),
    '--json',
  ];
  const simulated = async (threads: string): Promise<string> => {
    const program = join(root, 'bin', 'headroom.cjs');
    return (await ranBeside(process.execPath, [program, ...flags, '--threads', threads], {})).stdout;
  };
  const alone = await simulated('1');
  expect(JSON.parse(alone)).toMatchObject({ seeds: 3, days: 1 });
  expect(await simulated('2')).toBe(alone);
});
