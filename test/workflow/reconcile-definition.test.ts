import { describe, expect, it } from 'vitest';
import { definitions } from '../../lib/workflow/definitions.ts';
import {
  again,
  discovered,
  done,
  failed,
  lived,
  planned,
  type Script,
  scripted,
  type Tasks,
  usual,
} from './scripted-machine.ts';

const surveys = ['survey 0', 'survey 1', 'survey 2'];
const applies = ['apply 0 release', 'apply 0 grant', 'apply 1 grant'];
const whole = ['discover', ...surveys, 'plan', ...applies, 'report'];

type Row = [name: string, script: Script, calls: readonly string[], error?: string];

const scripts: Row[] = [
  ['everything goes well', usual, whole],
  [
    'a task is unavailable twice',
    { ...usual, plan: ['StoreUnavailable', 'StoreConflict', planned] },
    ['discover', ...surveys, 'plan', 'plan', 'plan', ...applies, 'report'],
  ],
  [
    'a task stays unavailable',
    { ...usual, plan: ['StoreUnavailable'], report: [failed] },
    ['discover', ...surveys, ...Array<string>(5).fill('plan'), 'report StoreUnavailable'],
    'Broken',
  ],
  [
    'an error that is not retried',
    { ...usual, discover: ['PolicyInvalid'], report: [failed] },
    ['discover', 'report PolicyInvalid'],
    'Broken',
  ],
  [
    'one project cannot be read',
    { ...usual, survey: [{}, 'PlatformForbidden', {}] },
    ['discover', 'survey 0', 'survey 1', 'survey 1 PlatformForbidden', 'survey 2', 'plan', ...applies, 'report'],
  ],
  [
    'one project cannot be changed',
    { ...usual, apply: ['PlatformRefused', {}] },
    [
      'discover',
      ...surveys,
      'plan',
      'apply 0 release',
      'apply 0 release PlatformRefused',
      ...applies.slice(1),
      'report',
    ],
  ],
  [
    'the plan asks first, and asking takes more than one call',
    { ...usual, plan: [{ ...planned, verdict: 'ask', order: 'survey' }, planned], ask: [{ again }, {}] },
    ['discover', ...surveys, 'plan', 'ask', 'ask', 'plan', ...applies, 'report'],
  ],
  [
    'a survey takes more than one call',
    { ...usual, survey: [{ again }, {}] },
    ['discover', ...surveys, 'survey 0', 'plan', ...applies, 'report'],
  ],
  [
    'there is nothing to do',
    { ...usual, plan: [{ ...planned, verdict: 'nothing', release: [], grant: [] }] },
    ['discover', ...surveys, 'plan', 'report'],
  ],
  [
    'only a heartbeat came',
    { ...usual, discover: [{ ...discovered, onlyHeartbeat: true, projects: [] }] },
    ['discover'],
  ],
  [
    'the report fails twice',
    { ...usual, report: ['StoreConflict', 'StoreConflict', done] },
    [...whole, 'report', 'report'],
  ],
];

describe('the reconcile definition, interpreted', () => {
  it.each<Row>(scripts)('makes the calls that it defines where %s', async (_, script, expected, error) => {
    const { calls, tasks } = scripted(script);
    const ended = await lived(definitions.reconcile, tasks);
    expect(calls).toEqual(expected);
    expect('error' in ended ? ended.error.name : undefined).toBe(error);
  });

  it('gives up on a task that takes longer than its state may', async () => {
    const { tasks, calls } = scripted({ ...usual, report: [failed] });
    const hanging: Tasks = { ...tasks, plan: () => new Promise(() => undefined) };
    const { seconds } = await lived(definitions.reconcile, hanging);
    expect(calls.at(-1)).toBe('report States.Timeout');
    expect(seconds).toBeGreaterThan(840);
  });

  it('passes the failure of a task on as Lambda does, as JSON with type and message', async () => {
    const failures: unknown[] = [];
    const { tasks } = scripted({ ...usual, discover: ['PolicyInvalid'] });
    const report = async (input: unknown) => {
      failures.push(input);
      return done;
    };
    await lived(definitions.reconcile, { ...tasks, report });
    const Cause = JSON.stringify({ errorType: 'PolicyInvalid', errorMessage: 'why PolicyInvalid' });
    expect(failures).toEqual([{ runId: 'r', failure: { Error: 'PolicyInvalid', Cause } }]);
  });
});
