import { type PlatformPrices, priceKeyText } from '../../core/budget/service-price.ts';
import type { PriceKey } from '../../core/model/model.ts';
import type { PlatformPorts } from '../../ports.ts';
import { cachedForADay } from '../store/day-cache.ts';
import { keys } from '../store/keys.ts';

/** The platform's prices of additional storage per GB and hour (platform-facts §2.8). */
export const platformPrices = async (ports: PlatformPorts, wanted: readonly PriceKey[]): Promise<PlatformPrices> => {
  const prices = new Map<string, string | null>();
  for (const key of wanted) {
    const { project, serviceType, plan, cloud } = key;
    const name = priceKeyText(key);
    if (prices.has(name)) continue;
    const ask = () => ports.platform.additionalGbPrice(project, serviceType, plan, cloud);
    prices.set(name, await cachedForADay(ports, keys.price(serviceType, plan, cloud), ask));
  }
  return prices;
};
