import { hourMs } from '../../../lib/core/model/durations.ts';
import type { OpenedPlatform } from '../../../lib/platform/index.ts';

/**
 * Everything on the platform that could make a pass decide otherwise, as text. Use and sizes of disks are left out: they move all
 * the time. Any member of the state that is not left out by name is in it.
 */
export const platformFacts = ({ edge }: OpenedPlatform): string => {
  const { state, clock } = edge;
  const nowMs = clock.nowMs();
  return JSON.stringify(
    [...state.projects.values()].map(({ name, tags, services, endpoints, integrations }) => [
      name,
      tags,
      [...services.values()].map((service) => {
        const { diskMb, usage, usedBefore, growthMbPerDay, turning, updatedMs, reachedMb, months, chargedMs, ...rest } =
          service;
        return rest;
      }),
      [...endpoints.values()],
      [...integrations.values()].map(({ hiddenUntilMs, activeFromMs, ...rest }) => [
        rest,
        hiddenUntilMs > nowMs,
        activeFromMs > nowMs,
      ]),
    ]),
  );
};

const dates = /\d{4}-\d{2}-\d{2}/g;

/** A date counts from the first time zone that has it to the last one, and until a pass has been lived after it. */
const beforeMs = 14 * hourMs;
const afterMs = 44 * hourMs;

/** Whether any date in a text has an effect about now: the end of an exemption, of an override, of a freeze. */
export const isNearDate = (text: string, nowMs: number): boolean =>
  [...new Set(text.match(dates))].some((date) => {
    const dateMs = Date.parse(date);
    return nowMs >= dateMs - beforeMs && nowMs <= dateMs + afterMs;
  });
