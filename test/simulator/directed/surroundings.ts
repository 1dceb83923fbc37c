import { noFaults } from '../engine/faults.ts';
import { drawnPolicy } from '../organization/organization.ts';
import { life } from './parts.ts';

export const surroundings = [
  // Late answers: the one run is still at work when the other one asks for the lease again.
  life('two runs begin at the same moment, always', () => ({ rates: { 'run-beside': 1, 'answer-delayed': 0.2 } })),
  life('the token is replaced in the middle of everything', () => ({ rates: { 'token-replaced': 0.05 } })),
  life('the platform admits 30 calls a minute and is asked for 100', (seed) => ({
    rates: noFaults,
    rateLimit: 30,
    policyOf: () => drawnPolicy(seed, 5, ['p0-prod']),
  })),
  life('the platform answers nearly everything with 429, for a day, and mostly says for how long', () => ({
    rates: { 'status-429-with-wait': 0.8, 'status-429-without-wait': 0.5 },
    days: 1,
  })),
  life('every store write conflicts now and then', () => ({
    rates: { 'store-conflict': 0.2, 'store-answer-lost': 0.05 },
  })),
  life('everything is killed every few steps', () => ({
    rates: { 'crash-before': 0.01, 'crash-after': 0.01, 'task-timed-out': 0.005 },
  })),
];
