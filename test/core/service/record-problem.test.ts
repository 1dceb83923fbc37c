import { expect, it } from 'vitest';
import { largestDiskMb, markInvalidServices } from '../../../lib/core/service/record-problem.ts';
import { aService } from '../organization.ts';

const half = '\ud800';
const broken = 'its name, type, plan, cloud or state contains half a character (an unpaired surrogate)';
const brokenTag = 'one of its tags contains half a character (an unpaired surrogate)';

it.each([
  ['a whole record', {}, undefined],
  ['one without a cloud, which only leaves the price open', { cloud: '' }, undefined],
  ['one without a disk', { diskMb: null }, undefined],
  ['an empty disk', { diskMb: 0 }, undefined],
  ['the largest disk', { diskMb: largestDiskMb }, undefined],
  ['a larger disk', { diskMb: largestDiskMb + 1 }, `its disk size is ${largestDiskMb + 1} MB`],
  ['a negative disk', { diskMb: -1 }, 'its disk size is -1 MB'],
  ['a disk that is no number', { diskMb: Number.NaN }, 'its disk size is NaN MB'],
  ['no plan', { plan: '' }, 'it has no plan'],
  ['no state', { state: '' }, 'it has no state'],
  ['a type that leads elsewhere', { type: '..' }, 'its type is ".."'],
  ['a cloud that leads elsewhere', { cloud: '.' }, 'its cloud is "."'],
  ['half a character in one name', { plan: half }, broken],
  ['half a character in the key of a tag', { tags: { [half]: 'x', y: 'z' } }, brokenTag],
  ['half a character in the value of a tag', { tags: { y: 'z', x: half } }, brokenTag],
])('the record of a service with %s is judged', (_, more, problem) => {
  const service = aService(more);
  const [seen] = markInvalidServices([service]);
  expect(seen?.unusable).toBe(problem);
  if (problem === undefined) expect(seen).toBe(service);
  else expect(seen?.diskMb).toBeNull();
});

it('a service with a part that cannot be read keeps its disk, and is not used', () => {
  const [seen] = markInvalidServices([{ ...aService({ diskMb: 7 }), problem: 'one part is odd' }]);
  expect(seen).toMatchObject({ diskMb: 7, unusable: 'one part is odd' });
  expect(seen).not.toHaveProperty('problem');
});

it('records without a name are one service that no other can be, and it has no name', () => {
  const seen = markInvalidServices([aService({ name: '' }), aService({ name: '' })]);
  expect(seen).toMatchObject([{ name: '(no name)', unusable: 'it has no name' }]);
});

it('an invalid record keeps what is whole of it, and leads nowhere else', () => {
  const [seen] = markInvalidServices([aService({ type: '..', plan: `p${half}`, state: half, tags: { a: half } })]);
  expect(seen).toMatchObject({ type: '', plan: 'p\ufffd', state: '\ufffd', tags: { a: '\ufffd' } });
});

it('a service that is listed twice counts once, and is not used', () => {
  const twice = markInvalidServices([aService(), aService({ name: 'billing' }), aService({ diskMb: 1 })]);
  expect(twice.map(({ name, unusable }) => [name, unusable])).toEqual([
    [aService().name, 'the platform lists it twice'],
    ['billing', undefined],
  ]);
});
