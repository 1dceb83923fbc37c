import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import { isRefusal } from '../contract/refusals.ts';
import type { TaskName } from '../contract/task-contract.ts';
import { telemetry } from '../contract/telemetry.ts';
import { measure } from './measures.ts';

/** Errors that belong to the way of working, besides refusals: another run is at work, so this one waits. */
const expected: readonly string[] = ['LeaseHeld'];

/** Lists may be as long as the organization; what a call was about and how it went are single values. */
const singleValues = (values: unknown) =>
  Object.fromEntries(
    Object.entries(values ?? {}).filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value)),
  );

/** How one call of a task is told to logs and metrics. */
export interface CallTelemetry {
  /** Puts what the call is about (run, project, phase) on its later lines. */
  about(input: unknown): void;
  succeeded(input: unknown, output: unknown): void;
  failed(error: unknown): void;
}

/** One line of log for each call, as JSON, and its metrics. Neither ever holds a token: no port gives one out. */
export const createTelemetry = (task: TaskName) => {
  const { service } = telemetry.dimensions;
  const logger = new Logger({ serviceName: service, persistentLogAttributes: { task } });
  const metrics = new Metrics({ namespace: telemetry.namespace, serviceName: service, logger });

  return {
    begin: (requestId: string): CallTelemetry => {
      logger.resetKeys();
      logger.appendKeys({ requestId });
      return {
        about: (input) => logger.appendKeys(singleValues(input)),
        succeeded: (input, output) => {
          const measured = measure(task, input, output);
          for (const [name, value] of measured) metrics.addMetric(name, MetricUnit.Count, value);
          if (measured.length > 0) metrics.publishStoredMetrics();
          logger.info('done', { output: singleValues(output) });
        },
        failed: (error) => {
          const isExpected = error instanceof Error && (expected.includes(error.name) || isRefusal(error.name));
          logger[isExpected ? 'warn' : 'error']('failed', error instanceof Error ? error : new Error(String(error)));
        },
      };
    },
  };
};
