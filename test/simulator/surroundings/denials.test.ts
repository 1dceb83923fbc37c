import { expect, it } from 'vitest';
import { hourMs, minuteMs } from '../../../lib/core/model/durations.ts';
import { createDenials } from './denials.ts';

const service = { type: 'pg', plan: 'startup-4', cloud: 'cloud-a' };
const path = '/v1/project/shop/pricing/service-types/pg/plans/startup-4/clouds/cloud-a';
const other = path.replace('cloud-a', 'cloud-b');

const watched = () => {
  let nowMs = 0;
  const denials = createDenials(() => nowMs);
  return {
    denials,
    pass: (ms: number) => {
      nowMs += ms;
    },
    deny: (text = 'not found') => denials.note(path, { status: 404, text, headers: {} } as never),
    give: (at = path) =>
      denials.note(at, { status: 200, text: '{"extra_disk_price_per_gb_usd":"0.0002"}', headers: {} } as never),
  };
};

it('the first denial of a price is open for the time in which hourly passes confirm it, and then counts', () => {
  const { denials, deny, give, pass } = watched();
  give(other);
  expect([denials.isPriceOpen({ service }), denials.isPriceDenied({ service })]).toEqual([false, false]);
  deny();
  expect([denials.isPriceOpen({ service }), denials.isPriceDenied({ service })]).toEqual([true, false]);
  pass(20 * minuteMs);
  deny();
  expect([denials.isPriceOpen({ service }), denials.isPriceDenied({ service })]).toEqual([true, true]);
  pass(2 * hourMs);
  expect([denials.isPriceOpen({ service }), denials.isPriceDenied({ service })]).toEqual([false, true]);
});

it('a price ends the denials before it, and only a fault that is believed is a lie', () => {
  const { denials, deny, give } = watched();
  give(other);
  deny('injected_fault');
  expect(denials.lies()).toBe(0);
  give();
  expect([denials.isPriceOpen({ service }), denials.isPriceDenied({ service })]).toEqual([false, false]);
  deny();
  deny('injected_fault');
  expect(denials.lies()).toBe(1);
});
