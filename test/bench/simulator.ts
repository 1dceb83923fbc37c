import { evenRates } from '../simulator/engine/faults.ts';
import { simulate } from '../simulator/simulate.ts';
import { type Benchmark, rounded } from './measurement.ts';

const seed = 20_260_302;
const days = 20;

/**
 * Days of an organization with 30 services in 4 projects and faults, always by the same seed: simulated days a second of processor
 * time, with all laws checked after every write.
 */
export const simulator: Benchmark = {
  name: 'simulator',
  rounds: 3,
  measure: async () => {
    const { user } = process.cpuUsage();
    const size = { projects: 4, services: 30 };
    const done = await simulate({ seed, days, size, rates: evenRates(0.01), weather: 'spells', unchanged: 'skip' });
    const seconds = (process.cpuUsage().user - user) / 1e6;
    if (done.violations.length > 0) throw new Error(`seed ${seed}: ${done.violations[0]?.message}`);
    const perSecond = rounded(done.days / seconds);
    return [{ benchmark: 'simulator', measure: 'days', value: perSecond, unit: 'a second', limit: null }];
  },
};
