import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseS3Address } from '../../lib/aws/s3-address.ts';

describe('a store in S3', () => {
  it.each([
    ['s3://headroom-state', { bucket: 'headroom-state', prefix: '' }],
    ['s3://headroom-state/', { bucket: 'headroom-state', prefix: '' }],
    ['s3://headroom-state/prod', { bucket: 'headroom-state', prefix: 'prod/' }],
    ['s3://headroom.state/teams/data_1/', { bucket: 'headroom.state', prefix: 'teams/data_1/' }],
  ])('%s is a bucket and a prefix', (url, place) => {
    expect(parseS3Address(url)).toEqual(place);
  });

  it.each([
    ['s3://', "'' is not the name of a bucket"],
    ['s3:///prod', "'' is not the name of a bucket"],
    ['s3://Prod/a', "'Prod' is not the name of a bucket"],
    ['s3://bucket/a//b', "'' in the prefix"],
    ['s3://bucket/../b', "'..' in the prefix"],
    ['s3://bucket/a b', "'a b' in the prefix"],
    ['s3://bucket/a?b', "'a?b' in the prefix"],
  ])('%s is refused', (url, message) => {
    expect(() => parseS3Address(url)).toThrow(message);
  });

  it.each(['runs', 'prod/audit', 'lease.json', 'projects/prod'])(
    'may not lie where another store has its own keys: %s',
    (prefix) => {
      expect(() => parseS3Address(`s3://bucket/${prefix}`)).toThrow('in the prefix is a name that stores use inside');
    },
  );

  it('has a prefix that is a namespace: no other prefix begins with it unless it lies below it', () => {
    const name = fc.stringMatching(/^[A-Z0-9-]{1,4}$/);
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 3 }), name, (names, suffix) => {
        const { prefix } = parseS3Address(`s3://bucket/${names.join('/')}`);
        const neighbour = parseS3Address(`s3://bucket/${names.join('/')}${suffix}`);
        return !neighbour.prefix.startsWith(prefix);
      }),
    );
  });
});
