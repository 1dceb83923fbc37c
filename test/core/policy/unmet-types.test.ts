import { describe, expect, it } from 'vitest';
import type { Policy, Rule, SearchBaseline } from '../../../lib/core/model/policy-document.ts';
import { aPolicy, aService, aSnapshot, planOf } from '../organization.ts';

const services = [aService(), aService({ name: 'clicks', type: 'kafka' })];
const withSearch = [...services, aService({ name: 'logs', type: 'engine', searchConfiguration: {} })];

const rule = (name: string, serviceType?: string[]): Rule => ({
  name,
  match: { project: ['*'], serviceType },
  effect: 'ignore',
});
const baseline = (name: string, serviceType?: string[]): SearchBaseline => ({
  name,
  match: { project: ['*'], serviceType },
  options: [],
});

const findingsOf = (policy: Partial<Policy>, given = services, isWhole = true) =>
  planOf([aSnapshot({ services: given })], { policy: aPolicy(policy), isWhole }).plan.findings.filter(
    ({ code }) => code === 'no-such-service-type',
  );

describe('a rule or baseline whose service type no service has', () => {
  it('is reported by name, with the existing types', () => {
    expect(
      findingsOf({ rules: [rule('search', ['engine', 'seek*']), rule('databases', ['pg', 'mysql']), rule('all')] }),
    ).toEqual([
      {
        code: 'no-such-service-type',
        project: '',
        service: '',
        subject: 'rule search',
        message:
          'Rule "search" matches no service: none is of type engine, seek*. Types in the organization: kafka, pg. If the platform uses another name for the search service, set it with --search-engine (searchEngine on AWS).',
      },
    ]);
  });

  it('is reported for a baseline without any search service', () => {
    const searchConfiguration = [baseline('protect'), baseline('streams', ['kafka'])];
    expect(findingsOf({ searchConfiguration }).map(({ message }) => message)).toEqual([
      'Baseline "protect" matches no service: none is a search service. Types in the organization: kafka, pg. If the platform uses another name for the search service, set it with --search-engine (searchEngine on AWS).',
      'Baseline "streams" matches no service: none is a search service. Types in the organization: kafka, pg. If the platform uses another name for the search service, set it with --search-engine (searchEngine on AWS).',
    ]);
    expect(findingsOf({ searchConfiguration }, withSearch).map(({ subject }) => subject)).toEqual(['baseline streams']);
  });

  it('is not reported when a service has the type, under any name of the platform', () => {
    expect(
      findingsOf({ rules: [rule('search', ['engine'])], searchConfiguration: [baseline('protect')] }, withSearch),
    ).toEqual([]);
  });

  it('leaves the hint out where the search service is not asked for', () => {
    expect(findingsOf({ rules: [rule('caches', ['valkey', '!engine'])] })[0]?.message).toBe(
      'Rule "caches" matches no service: none is of type valkey, !engine. Types in the organization: kafka, pg.',
    );
  });

  it('is reported only when the whole organization was read and has services', () => {
    const rules = [rule('search', ['engine'])];
    expect(findingsOf({ rules }, services, false)).toEqual([]);
    expect(findingsOf({ rules }, [])).toEqual([]);
    const unread = [{ project: 'other', error: 'PlatformForbidden', message: 'no access' }];
    const { plan } = planOf([aSnapshot({ services })], { policy: aPolicy({ rules }), isWhole: true, unread });
    expect(plan.findings.map(({ code }) => code)).toEqual(['project-unread']);
  });
});
