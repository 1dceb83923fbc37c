import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { intakeEvents, intakeKinds, readBatch } from '../../lib/contract/events.ts';

const created = (project: unknown) => ({ 'detail-type': 'ServiceCreated', detail: { project, service: 's' } });
const sample = { project: 'shop', sentAt: '2026-03-02T08:00:00.000Z' } as const;

describe('a batch of events', () => {
  it.each([
    ['a project that is no text', created(17), 'detail.project'],
    ['no project', created(undefined), 'detail.project'],
    ['an empty project', created(''), 'detail.project'],
    ['a type that asks for nothing', { 'detail-type': 'RunCompleted', detail: {} }, 'must be one of ServiceCreated'],
    ['no detail', { 'detail-type': 'TagsChanged' }, 'detail'],
    ['a heartbeat of no time', { 'detail-type': 'Heartbeat', detail: { sentAt: 'noon' } }, 'detail.sentAt'],
    ['a project where all are meant', { 'detail-type': 'BudgetChanged', detail: { project: 'p' } }, 'detail.project'],
    ['no object', 'ServiceCreated', 'the event'],
    ['nothing', null, 'the event'],
  ])('loses none of its other events to one with %s, and reports the index of that one', (_, bad, problem) => {
    const { events, unreadable } = readBatch([created('a'), bad, created('b')]);
    expect(events.map(({ detail }) => detail)).toEqual([{ project: 'a' }, { project: 'b' }]);
    expect(unreadable).toEqual([{ index: 1, problem: expect.stringContaining(problem), event: bad }]);
  });

  it('is read whole, whatever is in it: each event is either understood or reported', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.jsonValue(), fc.string().map(created)), { maxLength: 20 }), (batch) => {
        const { events, unreadable } = readBatch(batch);
        expect(events.length + unreadable.length).toBe(batch.length);
        for (const { index, event } of unreadable) expect(batch[index]).toBe(event);
      }),
    );
  });
});

describe('what the rules let in', () => {
  it('is each kind of event, with what reading it takes and no more', () => {
    expect(intakeKinds.flatMap((kind) => kind.types).sort()).toEqual([...intakeEvents].sort());
    for (const { types, member } of intakeKinds) {
      const detail = member === undefined ? {} : { [member]: sample[member as keyof typeof sample] };
      for (const type of types) expect(readBatch([{ 'detail-type': type, detail }]).unreadable).toEqual([]);
      if (member === undefined) continue;
      for (const type of types) expect(readBatch([{ 'detail-type': type, detail: {} }]).events).toEqual([]);
    }
  });
});
