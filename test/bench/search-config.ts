import { checkSearchConfig } from '../../lib/wire/search-options/check.ts';
import { searchSchema } from '../../lib/wire/search-options/schema.ts';
import { fullConfig } from '../wire/search-options/any-config.ts';
import type { Measurement } from './measurement.ts';

const times = 5_000;

const millisecondsEach = (action: () => void): number => {
  for (let time = 0; time < times; time += 1) action();
  const began = performance.now();
  for (let time = 0; time < times; time += 1) action();
  return Number(((performance.now() - began) / times).toFixed(4));
};

/** Validation of one configuration that holds every option, warm: by the schema, and with the rules of the text. */
export const validateSearchConfig = async (): Promise<Measurement[]> => {
  const config = fullConfig();
  if (checkSearchConfig(config, { whole: true, creates: true }).issues.length > 0) throw new Error('not valid');
  const benchmark = 'validate one full search configuration';
  const bySchema = millisecondsEach(() => void searchSchema('documented', 'whole').safeParse(config));
  const inFull = millisecondsEach(() => void checkSearchConfig(config, { whole: true, creates: true }));
  return [
    { benchmark, measure: 'schema, warm', value: bySchema, unit: 'ms', limit: 0.2 },
    { benchmark, measure: 'schema and rules, warm', value: inFull, unit: 'ms', limit: 0.2 },
  ];
};
