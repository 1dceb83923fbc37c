import { refuseFlag, toolFlags } from '../tool-flags.ts';
import { numberOf, soakCommand, soakOptions } from './options.ts';
import { otherModes } from './other-modes.ts';

/** `npm run soak`: Headroom on one machine with `--mode local`, and deployed on AWS with `--mode deployed`. */

const values = toolFlags(soakCommand, soakOptions);

const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** A flag that counts something of which there must be at least one. */
const count = (name: 'days' | 'projects' | 'services' | 'calls'): number => {
  const value = numberOf({ days: '30', ...values }, name);
  if (Number.isInteger(value) && value >= 1) return value;
  return refuseFlag(soakCommand, `--${name} is ${values[name]}: give a whole number from 1 on`);
};

const size = () => ({
  ...{ seed: numberOf(values, 'seed'), json: values.json },
  ...{ projects: count('projects'), services: count('services'), calls: count('calls') },
});

if (values.mode === 'local') await import('./local.ts');
else if (values.mode === 'deployed' && values.table) {
  const { soakTable } = await import('./table.ts');
  const days = numberOf({ days: '7', ...values }, 'days');
  process.exitCode = await soakTable(
    { seed: numberOf(values, 'seed'), days, row: values.row, json: values.json },
    print,
  );
} else if (values.mode === 'deployed') {
  const { soakDeployed } = await import('./deployed.ts');
  process.exitCode = await soakDeployed({ ...size(), days: count('days') }, print);
} else if (values.mode === 'paced') {
  const { soakPaced } = await import('./paced.ts');
  const speed = numberOf(values, 'speed');
  if (speed === 0) refuseFlag(soakCommand, '--speed is 0: give a number above 0');
  process.exitCode = await soakPaced({ ...size(), days: numberOf({ days: '1', ...values }, 'days'), speed }, print);
} else {
  const modes = `local, deployed, paced, ${[...otherModes.keys()].join(' or ')}`;
  const otherMode = otherModes.get(values.mode) ?? refuseFlag(soakCommand, `--mode is ${values.mode}: give ${modes}`);
  process.exitCode = (await otherMode(values.json, numberOf(values, 'seed'))) === 0 ? 0 : 1;
}
