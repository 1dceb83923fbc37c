import { openDashboard } from '../../lib/cli/from-store/open-dashboard.ts';
import { largeReport, largeStore } from '../dashboard/large-store.ts';
import { signIn } from '../dashboard/signed-in.ts';
import type { Measurement } from './measurement.ts';

const services = 10_000;

/** How long the first and the last byte of the overview take, for the first reader of a report and for the next ones. */
export const overviewPage = async (): Promise<Measurement[]> => {
  const dashboard = await openDashboard(await largeStore(largeReport(services)), { port: 0 });
  const reader = await signIn(dashboard.address);
  const ask = async () => {
    const began = performance.now();
    const answer = await reader.ask('/');
    const firstMs = performance.now() - began;
    return { firstMs, kilobytes: (await answer.arrayBuffer()).byteLength / 1000 };
  };
  const first = await ask();
  const later = await Promise.all(Array.from({ length: 10 }, ask));
  await dashboard.close();
  const benchmark = `overview of ${services} services`;
  const slowestMs = Math.max(...later.map(({ firstMs }) => firstMs));
  return [
    { benchmark, measure: 'first byte, new report', value: Math.round(first.firstMs), unit: 'ms', limit: 200 },
    { benchmark, measure: 'first byte, known report', value: Math.round(slowestMs), unit: 'ms', limit: 200 },
    { benchmark, measure: 'size', value: Math.round(first.kilobytes), unit: 'kB', limit: 300 },
  ];
};
