import { describe, expect, it } from 'vitest';
import { StoreConflict } from '../../lib/contract/errors.ts';
import { type SecretDocument, withStageMoved } from '../../lib/local/secret-document.ts';

const version = (id: string, ...stages: string[]) => ({
  ...{ id, stages, storedAt: '2030-01-01T00:00:00.000Z' },
  value: { token: `token-of-${id}` },
});

const secret = (...versions: ReturnType<typeof version>[]): SecretDocument => ({ id: 's', versions, replaced: [] });
const stagesOf = ({ versions }: SecretDocument) => versions.map(({ id, stages }) => [id, ...stages]);

describe('a stage that is moved', () => {
  const before = secret(version('old', 'AWSCURRENT'), version('new', 'AWSPENDING'));

  it('leaves the version that had it the previous one', () => {
    const moved = withStageMoved(before, 'AWSCURRENT', { from: 'old', to: 'new' });
    expect(stagesOf(moved)).toEqual([
      ['old', 'AWSPREVIOUS'],
      ['new', 'AWSPENDING', 'AWSCURRENT'],
    ]);
  });

  it('to where it is already stays there, unless it was expected elsewhere', () => {
    expect(stagesOf(withStageMoved(before, 'AWSCURRENT', { to: 'old' }))).toEqual(stagesOf(before));
    expect(() => withStageMoved(before, 'AWSCURRENT', { from: 'new', to: 'old' })).toThrow(StoreConflict);
  });

  it('away from another version than the one that has it, or to none of the secret, is a conflict', () => {
    expect(() => withStageMoved(before, 'AWSCURRENT', { to: 'new' })).toThrow(StoreConflict);
    expect(() => withStageMoved(before, 'AWSCURRENT', { from: 'old', to: 'gone' })).toThrow(StoreConflict);
  });
});
