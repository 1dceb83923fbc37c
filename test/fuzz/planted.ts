import { secret, type Target } from './targets.ts';

/** A parser with two faults, of which one lies behind a text that a mutation must reach first. */
export const planted: Target = {
  name: 'planted',
  seeds: ['name: a', 'list: b'],
  parse: (text) => {
    if (text.includes('list') && text.includes('name')) throw new TypeError('cannot read properties of undefined');
    if (text.includes(secret)) throw new Error(`unexpected ${text}`);
  },
};
