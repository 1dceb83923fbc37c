import { adoption } from './adoption.ts';
import { budgets } from './budgets.ts';
import { calendar } from './calendar.ts';
import { disks } from './disks.ts';
import { freedMoney } from './freed-money.ts';
import { fullDisks } from './full-disks.ts';
import { inventory } from './inventory.ts';
import { names } from './names.ts';
import type { DirectedLife } from './parts.ts';
import { reclaims } from './reclaims.ts';
import { surroundings } from './surroundings.ts';
import { vanishing } from './vanishing.ts';

/**
 * Organizations in which something is about to go wrong. Random ones are too kind: disks rarely grow between the read and
 * the write of one maximum, and budgets are rarely used to the cent.
 */
export const directedLives: readonly DirectedLife[] = [
  ...disks,
  ...fullDisks,
  ...reclaims,
  ...budgets,
  ...freedMoney,
  ...adoption,
  ...names,
  ...vanishing,
  ...calendar,
  ...surroundings,
  ...inventory,
];
