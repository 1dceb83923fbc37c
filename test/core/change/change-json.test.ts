import { describe, expect, it } from 'vitest';
import { type Change, changeKinds, endOf } from '../../../lib/core/change/change.ts';
import {
  type ChangeJson,
  changeJson,
  changeResultJson,
  proposedChangeOf,
  storedChangeJson,
} from '../../../lib/core/change/change-json.ts';
import { changeEnds, change as changeSchema } from '../../../lib/run/store/schemas/parts.ts';

const reasons = [
  { source: 'rule', text: 'Because.' },
  { source: 'budget', text: 'And so.' },
] as const;
const why = { rule: 'everyone', reasons };
const place = { project: 'shop', service: 'orders', endpointName: 'headroom-orders' };
const maximum = { kind: 'additional', gb: 100 } as const;
const members = [{ path: 'engine.a', from: null, to: 1, restarts: true as const }];

/** Each kind, and the JSON of it that programs read. */
const examples: readonly (readonly [Change, string])[] = [
  [
    { ...place, ...why, kind: 'create-endpoint', phase: 'grant', toGb: 100, maximum, budget: 'storage' },
    '{"phase":"grant","kind":"create-endpoint","project":"shop","service":"orders","fromGb":0,"toGb":100,"rule":"everyone","reason":"Because. And so.","reasons":[{"source":"rule","text":"Because."},{"source":"budget","text":"And so."}],"endpointName":"headroom-orders","endpointId":null,"integrationId":null,"maximum":{"kind":"additional","gb":100},"budget":"storage"}',
  ],
  [
    { ...place, ...why, kind: 'update-endpoint', phase: 'release', fromGb: 300, toGb: 100, endpointId: 'e', maximum },
    '{"phase":"release","kind":"update-endpoint","project":"shop","service":"orders","fromGb":300,"toGb":100,"rule":"everyone","reason":"Because. And so.","reasons":[{"source":"rule","text":"Because."},{"source":"budget","text":"And so."}],"endpointName":"headroom-orders","endpointId":"e","integrationId":null,"maximum":{"kind":"additional","gb":100}}',
  ],
  [
    {
      ...place,
      ...why,
      kind: 'delete-endpoint',
      phase: 'release',
      service: null,
      fromGb: 0,
      held: { kind: 'total', gb: 280 },
      endpointId: 'e',
    },
    '{"phase":"release","kind":"delete-endpoint","project":"shop","service":"","fromGb":0,"toGb":0,"held":{"kind":"total","gb":280},"rule":"everyone","reason":"Because. And so.","reasons":[{"source":"rule","text":"Because."},{"source":"budget","text":"And so."}],"endpointName":"headroom-orders","endpointId":"e","integrationId":null,"maximum":null}',
  ],
  [
    { ...place, ...why, kind: 'create-integration', phase: 'grant', toGb: 100, endpointId: null },
    '{"phase":"grant","kind":"create-integration","project":"shop","service":"orders","fromGb":0,"toGb":100,"rule":"everyone","reason":"Because. And so.","reasons":[{"source":"rule","text":"Because."},{"source":"budget","text":"And so."}],"endpointName":"headroom-orders","endpointId":null,"integrationId":null,"maximum":null}',
  ],
  [
    {
      ...place,
      ...why,
      kind: 'delete-integration',
      phase: 'release',
      fromGb: 100,
      endpointId: 'e',
      integrationId: 'i',
    },
    '{"phase":"release","kind":"delete-integration","project":"shop","service":"orders","fromGb":100,"toGb":0,"rule":"everyone","reason":"Because. And so.","reasons":[{"source":"rule","text":"Because."},{"source":"budget","text":"And so."}],"endpointName":"headroom-orders","endpointId":"e","integrationId":"i","maximum":null}',
  ],
  ...(['adopt-endpoint', 'return-endpoint'] as const).map((kind): readonly [Change, string] => [
    { ...place, endpointName: 'by-hand', ...why, kind, phase: 'grant', toGb: 100, endpointId: 'e', maximum },
    `{"phase":"grant","kind":"${kind}","project":"shop","service":"orders","fromGb":100,"toGb":100,"rule":"everyone","reason":"Because. And so.","reasons":[{"source":"rule","text":"Because."},{"source":"budget","text":"And so."}],"endpointName":"by-hand","endpointId":"e","integrationId":null,"maximum":{"kind":"additional","gb":100}}`,
  ]),
  [
    { project: 'shop', service: 'orders', ...why, kind: 'update-search-configuration', phase: 'grant', members },
    '{"phase":"grant","kind":"update-search-configuration","project":"shop","service":"orders","fromGb":0,"toGb":0,"rule":"everyone","reason":"Because. And so.","reasons":[{"source":"rule","text":"Because."},{"source":"budget","text":"And so."}],"endpointName":"","endpointId":null,"integrationId":null,"maximum":null,"members":[{"path":"engine.a","from":null,"to":1,"restarts":true}]}',
  ],
  [
    { project: 'shop', service: 'orders', ...why, kind: 'resize-disk', phase: 'release', fromMb: 204800, toMb: 81920 },
    '{"phase":"release","kind":"resize-disk","project":"shop","service":"orders","fromGb":200,"toGb":80,"rule":"everyone","reason":"Because. And so.","reasons":[{"source":"rule","text":"Because."},{"source":"budget","text":"And so."}],"endpointName":"","endpointId":null,"integrationId":null,"maximum":null,"disk":{"fromMb":204800,"toMb":81920}}',
  ],
];

describe('a change in JSON', () => {
  it('has an example of every kind here', () => {
    expect(examples.map(([{ kind }]) => kind).sort()).toEqual([...changeKinds].sort());
  });

  it.each(examples)('is one flat record, %#, and is read back as the change that it was', (change, json) => {
    const { waits, ...rest } = changeJson(change);
    expect([JSON.stringify(rest), waits]).toEqual([json, null]);
    expect(changeSchema.parse(JSON.parse(json))).toEqual(change);
  });

  it('says why it waits for an approval, and is read back so', () => {
    const [change] = examples[1] ?? [];
    const waiting = { ...(change as Change), waits: 'room' } as const;
    expect(changeJson(waiting).waits).toBe('room');
    expect(changeSchema.parse(JSON.parse(JSON.stringify(storedChangeJson(waiting))))).toEqual(waiting);
  });

  it.each(examples)('carries how it ended, %#', (change) => {
    for (const end of [
      { status: 'confirmed' },
      { status: 'skipped', error: 'frozen', restrained: true },
      { status: 'failed', error: 'no', notOffered: true },
    ] as const) {
      const result = { ...change, ...end };
      expect(changeResultJson(result)).toEqual({ ...changeJson(change), ...end });
      expect(changeEnds.parse([endOf(result)])).toEqual([end]);
    }
  });

  it.each<[Partial<ChangeJson> & Pick<ChangeJson, 'kind'>, string]>([
    [{ kind: 'create-endpoint', maximum: null }, 'create-endpoint without maximum'],
    [{ kind: 'update-endpoint', maximum: null }, 'update-endpoint without maximum'],
    [{ kind: 'update-endpoint', endpointId: null }, 'update-endpoint without endpointId'],
    [{ kind: 'delete-endpoint', endpointId: null }, 'delete-endpoint without endpointId'],
    [{ kind: 'delete-integration', endpointId: null }, 'delete-integration without endpointId'],
    [{ kind: 'delete-integration', integrationId: null }, 'delete-integration without integrationId'],
    [{ kind: 'update-search-configuration', members: undefined }, 'update-search-configuration without members'],
    [{ kind: 'resize-disk', disk: undefined }, 'resize-disk without disk'],
  ])('that lacks what its kind needs is refused: %j', (given, problem) => {
    const found = examples.find(([{ kind }]) => kind === given.kind)?.[1] ?? '{}';
    const json = { ...(JSON.parse(found) as ChangeJson), ...given };
    expect(proposedChangeOf(json)).toBe(problem);
    expect(changeSchema.safeParse(json).error?.issues[0]?.message).toBe(problem);
  });
});
