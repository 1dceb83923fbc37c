import { describe, expect, it } from 'vitest';
import { directedLives } from '../../../simulator/directed/all.ts';
import { simulate } from '../../../simulator/simulate.ts';

/** What a life would catch: the part of the product without which its laws do not hold. */
const guarded: Readonly<Record<string, string>> = {
  'a disk grows while the maximums before it are lowered': 'the read of a service right before its maximum is lowered',
  'disks stand just below their threshold while the budget is cut every day': 'the floor at what is provisioned',
  'the plan of services allows less than their maximum, and their disks reach it': 'the limit of the plan in diskLimit',
  'services opted out, are exempt or match no rule, and their disks fill up':
    'findings about disks whatever the policy decides about their services',
  'data that was quiet for months runs away, far below its maximum': 'the finding growth-runaway',
  'autoscalers do not act, below every maximum': 'the finding autoscaler-stuck',
  'disks grow twice between two maintenances, and fill up while they wait for the next one':
    'the finding autoscaler-stuck, and the growth after a maintenance',
  'a project cannot be read for a day after its disks are full': 'the alerts of the last reading',
  'a budget is cut and raised around the price of one GB, by cents': 'exact money: a division that rounds a cent up',
  'no lower succeeds, and a raise in the same budget waits for its money': 'the check affordable',
  'a budget gets money back from disabled services whose disks grow at any moment':
    'the look at the disks after a disable',
  'a budget gets money back from lowered maximums whose disks grow after the last look':
    'the look at the disks after a lower',
  'a person moves services of a budget to dearer clouds and raises maximums while a run reads it':
    'the new readings before the first grant of a budget',
  'a service that the platform refuses is asked for again after a week, in a budget that is used up':
    'a refused service that wants no more than it has until the platform accepts it',
  'autoscalers made by hand are adopted while people edit them and runs die':
    'the record of who manages an endpoint, instead of a new one',
  'names are as long as they may be and begin alike': 'the hash in the cut name of an endpoint',
  'two projects have services of the same names, in one budget': 'the project in the key of a service',
  'a service is named as the endpoint of another is, once that is cut':
    'the finding name-collision, and nothing written',
  'a service is deleted between the plan of a raise and its write': 'a refused change that skips only its own service',
  'a service is deleted between the plan of a lower and its write': 'a lower of what is gone, and its endpoint removed',
  'clocks go back on a frozen Sunday of 25 hours': 'the end of a freeze by the clock on the wall',
  'clocks go forward on a frozen Sunday of 23 hours': 'the beginning of a freeze by the clock on the wall',
  'a month of 28 days ends while a budget is counted by the month': 'the floor, and a second pass that writes nothing',
  'two runs begin at the same moment, always': 'the lease',
  'the token is replaced in the middle of everything': 'the second read of the token after a 401',
  'the platform admits 30 calls a minute and is asked for 100': 'retries within the rate limit',
  'the platform answers nearly everything with 429, for a day, and mostly says for how long':
    'the wait for the platform',
  'every store write conflicts now and then': 'conditional writes of lease, progress and audit',
  'a project of a budget cannot be read for days while the others grow':
    'last records in budgets, with the maximums that were granted since',
  'a person takes services back between an old reading and the write': 'the check as-planned',
  'runs for events divide a budget beside projects with old records, and runs die':
    'last records in budgets of projects that a run does not read',
  'use grows between the plan of a reclaim and its write': 'the check disk-fits',
  'storage is reclaimed while runs die': 'one approval for each change of a size, and the intent before it',
  'a freeze begins between the plan of a reclaim and its approval': 'a freeze that lets no new size through',
  'everything is killed every few steps': 'the intent that is stored before each write',
};

describe('every law holds where', () => {
  it.each(directedLives)('$name', async ({ name, options }) => {
    const { violations, writes } = await simulate(options(3));
    expect(violations, `guards ${guarded[name]}`).toEqual([]);
    expect(writes).toBeGreaterThan(0);
  });

  it('each life says what it guards', () => {
    expect(directedLives.map(({ name }) => name).sort()).toEqual(Object.keys(guarded).sort());
  });
});
