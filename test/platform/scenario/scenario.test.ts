import { describe, expect, it, test } from 'vitest';
import { completeScenario, parseScenario, ScenarioInvalid } from '../../../lib/platform/scenario/scenario.ts';
import { sampleOrganization } from '../../sample-organization.ts';
import { pg, smallScenario } from '../small-organization.ts';

const linesOf = (text: string): readonly string[] => {
  try {
    parseScenario(text, 'x.yaml');
  } catch (error) {
    if (error instanceof ScenarioInvalid) return error.lines;
    throw error;
  }
  return [];
};

const valid = `organization: { name: A }
startTime: 2026-03-02T08:00:00Z
clouds: { c: C }
plans:
  - { type: pg, name: p, diskGb: 100, capGb: 500, stepGb: 10 }
projects:
  - name: shop
    services:
      - { name: orders, type: pg, plan: p, cloud: c }
    endpoints:
      - { name: mine, maxAdditionalGb: 10 }
`;

describe('a scenario file', () => {
  it('may omit members with a default', () => {
    const scenario = parseScenario(valid, 'x.yaml');
    expect(scenario.projects[0]?.services?.[0]).toMatchObject({ state: 'RUNNING', usedGb: 0, tags: {} });
  });

  it('may be JSON', () => {
    expect(parseScenario(JSON.stringify(smallScenario()), 'x.json').organization.name).toBe('Test');
  });

  it('reports every error at once, each with file, line, column and path', () => {
    const text = valid
      .replace('startTime: 2026-03-02T08:00:00Z', 'startTime: yesterday')
      .replace('cloud: c }', 'clowd: c }')
      .replace('name: shop', 'name: Shop!');
    expect(linesOf(text)).toEqual([
      'x.yaml:2:12 startTime: must be an ISO 8601 time in UTC, such as 2026-03-02T08:00:00Z',
      'x.yaml:7:11 projects[0].name: must be 1-63 characters of a-z, 0-9 and -, starting with a letter',
      'x.yaml:9:9 projects[0].services[0].cloud: is required',
      'x.yaml:9:51 projects[0].services[0].clowd: is an unknown key',
    ]);
  });

  test.each([
    [
      'plan: p, cloud: c',
      'plan: q, cloud: c',
      '9:41 projects[0].services[0].plan: pg q is not in plans: add it there, or set diskGb',
    ],
    ['cloud: c }', 'cloud: d }', '9:51 projects[0].services[0].cloud: d is not in clouds'],
    ['cloud: c }', 'cloud: c, usedGb: 101 }', '9:62 projects[0].services[0].usedGb: exceeds the disk of 100 GB'],
    [
      'cloud: c }',
      'cloud: c, usedGbBefore: [5, 101] }',
      '9:72 projects[0].services[0].usedGbBefore[1]: exceeds the disk of 100 GB',
    ],
    [
      'cloud: c }',
      'cloud: c, usedGbBefore: [5], diskGbBefore: [90, 100] }',
      '9:87 projects[0].services[0].diskGbBefore: must have as many days as usedGbBefore',
    ],
    [
      'cloud: c }',
      'cloud: c, usedGbBefore: [95], diskGbBefore: [90] }',
      '9:69 projects[0].services[0].usedGbBefore[0]: exceeds the disk of 90 GB',
    ],
    [
      'cloud: c }',
      'cloud: c, growth: { gbPerDay: 2, lowGbPerDay: 3 } }',
      '9:74 projects[0].services[0].growth.gbPerDay: must be at least lowGbPerDay',
    ],
    [
      'cloud: c }',
      'cloud: c, growth: { gbPerDay: 2, highGbPerDay: 1 } }',
      '9:91 projects[0].services[0].growth.highGbPerDay: must be at least gbPerDay',
    ],
    [
      'cloud: c }',
      'cloud: c, growth: { gbPerDay: 2, week: [1] } }',
      '9:83 projects[0].services[0].growth.week: must have 7 factors, from Monday to Sunday',
    ],
    [
      'cloud: c }',
      'cloud: c, growth: { gbPerDay: 2, cleanUps: { everyDays: 2, lowShare: 0.5, highShare: 0.4 } } }',
      '9:129 projects[0].services[0].growth.cleanUps.highShare: must be at least lowShare',
    ],
    [
      'cloud: c }',
      'cloud: c, growth: { gbPerDay: 2, pieces: [{ day: 3, gbPerDay: 1 }, { day: 3, gbPerDay: 2 }] } }',
      '9:118 projects[0].services[0].growth.pieces[1].day: must be later than the piece before',
    ],
    [
      'cloud: c }',
      'cloud: c, growthGbPerDay: 1, growth: { gbPerDay: 2 } }',
      '9:70 projects[0].services[0].growthGbPerDay: must be omitted with growth',
    ],
    [
      'cloud: c }',
      'cloud: c, diskGb: 99 }',
      '9:62 projects[0].services[0].diskGb: must be between 100 and 500 for this plan',
    ],
    [', capGb: 500', '', '5:5 plans[0].capGb: is required for dynamic sizing'],
    ['capGb: 500', 'capGb: 50', '5:46 plans[0].capGb: must be at least diskGb'],
    [
      'maxAdditionalGb: 10',
      'type: disk_storage',
      '11:9 projects[0].endpoints[0].maxAdditionalGb: is required for type disk_storage',
    ],
    [
      'maxAdditionalGb: 10',
      'type: datadog, maxAdditionalGb: 10',
      '11:55 projects[0].endpoints[0].maxAdditionalGb: is not allowed for type datadog',
    ],
  ])('with %j written as %j', (from, to, line) => {
    expect(linesOf(valid.replace(from, to))).toEqual([`x.yaml:${line}`]);
  });

  it('reports unknown and duplicate names', () => {
    const text = `${valid}    integrations:
      - { service: unknown, endpoint: mine }
      - { service: orders, endpoint: none }
      - { service: orders, endpoint: mine }
tokens:
  - { name: t, token: x, roles: { nowhere: operator } }
prices:
  - { type: pg, plan: q, cloud: d, base: "1" }
`;
    expect(linesOf(text)).toEqual([
      'x.yaml:13:20 projects[0].integrations[0].service: unknown is not in services',
      'x.yaml:14:38 projects[0].integrations[1].endpoint: none is not in endpoints',
      'x.yaml:15:9 projects[0].integrations[2]: duplicate integration autoscaler of orders',
      'x.yaml:17:44 tokens[0].roles.nowhere: nowhere is not in projects',
      'x.yaml:19:23 prices[0].plan: pg/q is not in plans',
      'x.yaml:19:33 prices[0].cloud: d is not in clouds',
    ]);
  });

  test.each([
    ['broken YAML', 'a: [1, 2', /^x\.yaml:1:\d+ \(document\): /],
    ['a duplicate key', 'a: 1\na: 2', /^x\.yaml:2:1 \(document\): /],
    ['an alias that leads nowhere', 'a: *b', /^x\.yaml:1:\d+ \(document\): /],
    ['nothing', '', /^x\.yaml:1:1 \(document\): /],
    ['a list', '[]', /^x\.yaml:1:1 \(document\): /],
  ])('is refused when it is %s', (_what, text, line) => {
    expect(linesOf(text)[0]).toMatch(line);
  });
});

describe('a scenario built by a program', () => {
  it('reports errors by path alone', () => {
    expect(() => completeScenario(smallScenario([pg('a'), pg('a')]))).toThrow(
      'projects[0].services[1]: duplicate service a',
    );
  });
});

describe('the sample organization', () => {
  const sample = completeScenario(sampleOrganization());
  const services = sample.projects.flatMap((project) => project.services);

  it('has four projects and thirty services of many kinds', () => {
    expect(sample.projects).toHaveLength(4);
    expect(services).toHaveLength(30);
    expect(new Set(services.map(({ type }) => type)).size).toBeGreaterThanOrEqual(7);
  });

  it('contains the special cases of a policy', () => {
    expect(services.some(({ state }) => state === 'POWEROFF')).toBe(true);
    expect(services.some(({ tags }) => 'disk-autoscaller' in tags)).toBe(true);
    const integrated = sample.projects.flatMap(({ integrations }) => integrations.map(({ type }) => type));
    expect(integrated).toContain('autoscaler');
    const endpoints = sample.projects.flatMap((project) => project.endpoints.map(({ name }) => name));
    expect(endpoints).toContain('old-autoscaler');
  });

  it('has disks below 200 GB', () => {
    const planGb = new Map(sample.plans.map((plan) => [`${plan.type}/${plan.name}`, plan.diskGb]));
    const small = services.filter(({ type, plan, diskGb }) => (diskGb ?? planGb.get(`${type}/${plan}`) ?? 0) < 200);
    expect(small.length).toBe(services.length);
  });
});
