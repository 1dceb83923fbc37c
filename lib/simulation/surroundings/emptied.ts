import type { OpenedPlatform } from '../../emulator/open.ts';
import type { Store } from '../../ports.ts';
import { keys } from '../../run/store/keys.ts';

/**
 * Whether nothing is left of a project whose last reading still has services, or that was never read and has an endpoint of
 * Headroom. Headroom doubts the first such answer, because the platform may show too little, and believes the second one.
 */
export const isEmptiedAnew = async ({
  platform: { edge },
  store,
}: {
  readonly platform: Pick<OpenedPlatform, 'edge'>;
  readonly store: Pick<Store, 'get'>;
}): Promise<boolean> => {
  for (const { name, services, endpoints } of edge.state.projects.values()) {
    const record = services.size > 0 ? undefined : await store.get(keys.inventory(name));
    const { services: known = [] } = record === undefined ? {} : (JSON.parse(record.body) as { services?: unknown[] });
    if (known.length > 0) return true;
    const wasOurs = [...endpoints.values()].some((endpoint) => endpoint.name.startsWith('headroom-'));
    if (services.size === 0 && record === undefined && wasOurs) return true;
  }
  return false;
};
