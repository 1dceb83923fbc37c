import { expect, it } from 'vitest';
import { oncePerService } from '../../../lib/core/policy/once-per-service.ts';
import { aService, today } from '../organization.ts';

const tags = { env: 'prod' };
const project = { name: 'shop-prod', tags };

/** Decides by counting: each decision has another number. */
const counted = () => {
  let decisions = 0;
  return oncePerService(() => {
    decisions += 1;
    return decisions;
  });
};

it('decides once for the same record of a service', () => {
  const [decide, service] = [counted(), aService({})];
  expect([decide(project, service, today), decide({ name: 'shop-prod', tags }, service, today)]).toEqual([1, 1]);
});

it('decides once where the tags of the project were read again', () => {
  const [decide, service] = [counted(), aService({})];
  expect([decide(project, service, today), decide({ ...project, tags: { ...tags } }, service, today)]).toEqual([1, 1]);
});

it('decides anew for another record, day, project or tags of the project', () => {
  const [decide, service] = [counted(), aService({})];
  decide(project, service, today);
  expect(decide(project, aService({}), today)).toBe(2);
  expect(decide(project, service, '2031-01-01')).toBe(3);
  expect(decide({ ...project, name: 'data-prod' }, service, '2031-01-01')).toBe(4);
  expect(decide({ name: 'data-prod', tags: { env: 'dev' } }, service, '2031-01-01')).toBe(5);
  expect(decide({ name: 'data-prod', tags: { env: 'dev', a: '' } }, service, '2031-01-01')).toBe(6);
  expect(decide({ name: 'data-prod', tags: { stage: 'dev', a: '' } }, service, '2031-01-01')).toBe(7);
});
