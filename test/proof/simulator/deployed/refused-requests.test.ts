import { describe, expect, it } from 'vitest';
import { refusing } from '../../../simulator/deployed/refused-requests.ts';

const list = (project: string) => ({ method: 'GET', path: `/v1/project/${project}/service` }) as const;
const write = (project: string) => ({ method: 'PUT', path: `/v1/project/${project}/service/a` }) as const;

describe('a project in which the token has no role', () => {
  const refusalOf = refusing(1, { forbidden: 'closed' });

  it('refuses every request with 403, and no request for another project', () => {
    expect([list('closed'), write('closed')].map((request) => refusalOf(request)?.status)).toEqual([403, 403]);
    expect([list('open'), list('closed-not'), write('open')].map(refusalOf)).toEqual([undefined, undefined, undefined]);
  });
});

describe('a part of the reads of projects', () => {
  const refusedOf100 = (seed: number, failingReads: number) => {
    const refusalOf = refusing(seed, { failingReads });
    return Array.from({ length: 100 }, (_, place) => refusalOf(list(`p${place}`)) !== undefined);
  };

  it('meets a refusal, the same ones with the same seed', () => {
    const refused = refusedOf100(7, 0.3);
    expect(refusedOf100(7, 0.3)).toEqual(refused);
    expect(new Set(refused)).toEqual(new Set([true, false]));
  });

  it('is none by default, and all of them at 1, but never a write or another read', () => {
    expect(refusedOf100(7, 0)).not.toContain(true);
    expect(refusedOf100(7, 1)).not.toContain(false);
    const refusalOf = refusing(7, { failingReads: 1 });
    expect([write('a'), { method: 'GET', path: '/v1/project' } as const].map((request) => refusalOf(request))).toEqual([
      undefined,
      undefined,
    ]);
  });
});
