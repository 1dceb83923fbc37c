import { isDeepStrictEqual } from 'node:util';
import { type Change, type ChangeResult, endOf } from '../../../core/change/change.ts';
import { changeResultJson } from '../../../core/change/change-json.ts';
import { compositeKey, groupBy } from '../../../core/model/grouping.ts';
import type { ReportObject } from '../run-objects.ts';
import { reportJson } from './report-json.ts';

type Members = Readonly<Record<string, unknown>>;

/** Whether a result is of exactly this change, so that the change and the end of the result say all of it. */
const isOf = (change: Change, result: ChangeResult): boolean => {
  const changed: Members = { ...change };
  const whole: Members = { ...result };
  const end: Members = { ...endOf(result) };
  const names = new Set([...Object.keys(changed), ...Object.keys(whole)]);
  return [...names].every((name) => name in end || isDeepStrictEqual(changed[name], whole[name]));
};

const nameOf = ({ phase, kind, project, service }: Change): string => compositeKey(phase, kind, project, service ?? '');

/**
 * The stored JSON of a report: a result names its change by the index in the plan and says how it ended. One whose change the plan
 * lacks is stored whole.
 */
export const storedReport = (report: ReportObject): unknown => {
  const changes = report.plan?.changes ?? [];
  const places = groupBy(changes.keys(), (place) => nameOf(changes[place] as Change));
  const results = report.results.map((result) => {
    const place = places.get(nameOf(result))?.find((one) => isOf(changes[one] as Change, result));
    return place === undefined ? changeResultJson(result) : { change: place, ...endOf(result) };
  });
  return { ...reportJson({ ...report, results: [] }), results };
};

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const listIn = (value: unknown, name: string): readonly unknown[] => {
  const list = isObject(value) ? value[name] : undefined;
  return Array.isArray(list) ? list : [];
};

/** The JSON of a report with whole results. One that names no change of the plan stays, and no schema accepts it. */
export const joinedReport = (json: unknown): unknown => {
  if (!isObject(json) || !Array.isArray(json.results)) return json;
  const changes = listIn(json.plan, 'changes');
  const results = json.results.map((result: unknown) => {
    if (!isObject(result) || typeof result.change !== 'number') return result;
    const { change: place, ...end } = result;
    const change = changes[place as number];
    return isObject(change) ? { ...change, ...end } : result;
  });
  return { ...json, results };
};
