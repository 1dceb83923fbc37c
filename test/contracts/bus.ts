import { describe, expect, it } from 'vitest';
import type { HeadroomEvent } from '../../lib/contract/events.ts';
import type { Bus } from '../../lib/ports.ts';

export interface ObservedBus {
  readonly bus: Bus;
  /** Events that came out at the other end. */
  readonly heard: readonly HeadroomEvent[];
}

/** What every bus must do, whatever it is made of. */
export const busContract = (name: string, makeBus: () => ObservedBus): void => {
  const created = (service: string): HeadroomEvent => ({ type: 'ServiceCreated', detail: { project: 'p', service } });

  describe(`${name} as a bus`, () => {
    it('delivers every event, in order', async () => {
      const { bus, heard } = makeBus();
      const events = Array.from({ length: 25 }, (_, n) => created(`s${n}`));
      await bus.publish(events);
      expect(heard).toEqual(events);
    });

    it('has nothing to do for no events', async () => {
      const { bus, heard } = makeBus();
      await bus.publish([]);
      expect(heard).toEqual([]);
    });

    it('refuses an event of the wrong shape, and delivers nothing of what came with it', async () => {
      const { bus, heard } = makeBus();
      const wrong = { type: 'ServiceCreated', detail: { project: 'p' } } as HeadroomEvent;
      await expect(bus.publish([created('a'), wrong])).rejects.toThrow();
      expect(heard).toEqual([]);
    });

    it('delivers no more of an event than its schema names', async () => {
      const { bus, heard } = makeBus();
      const more = { type: 'ServiceCreated', detail: { project: 'p', service: 's', extra: 1 } } as HeadroomEvent;
      await bus.publish([more]);
      expect(heard).toEqual([created('s')]);
    });
  });
};
