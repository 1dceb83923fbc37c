import { measuredInBundle } from './in-bundle.ts';
import type { Benchmark } from './measurement.ts';

/**
 * Enabling the autoscaler of every service of one project, against the same requests sent one after the other by the same HTTP
 * client (`x bare requests`) and by `fetch` of Node.js (`x fetch and parse`). The time of a plan of the same project is taken
 * off, so what remains is writing: checks, records of intent and result, confirmation and audit. Two durable records of a
 * write cost more than its request; the ratio must not grow with the project.
 */
export const apply: Benchmark = {
  name: 'apply',
  measure: () => measuredInBundle('apply-once.ts'),
};
