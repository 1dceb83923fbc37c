import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import { measure } from '../contract/measures.ts';
import { isRefusal } from '../contract/refusals.ts';
import type { TaskName } from '../contract/task-contract.ts';
import { type MetricName, telemetry } from '../contract/telemetry.ts';

/** Logs single values only, because lists can be as long as the organization. */
const singleValues = (values: unknown) =>
  Object.fromEntries(
    Object.entries(values ?? {}).filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value)),
  );

/** Logs and metrics of one call of a task. */
interface CallTelemetry {
  /** Adds the subject of the call (run, project, phase) to its later log lines. */
  about(input: unknown): void;
  /** @param limits what the call left of the function's memory and time */
  succeeded(input: unknown, output: unknown, limits: readonly [MetricName, number][]): void;
  failed(error: unknown): void;
}

/**
 * One JSON log line per call, and its metrics, under the name of the deployment. Neither
 * contains a token, because no port exposes one.
 */
export const createTelemetry = (task: TaskName, service: string) => {
  const logger = new Logger({ serviceName: service, persistentLogAttributes: { task } });
  const metrics = new Metrics({ namespace: telemetry.namespace, serviceName: service, logger });

  return {
    begin: (requestId: string): CallTelemetry => {
      logger.resetKeys();
      logger.appendKeys({ requestId });
      return {
        about: (input) => logger.appendKeys(singleValues(input)),
        succeeded: (input, output, limits) => {
          const measured = [...measure(task, input, output), ...limits];
          for (const [name, value] of measured) metrics.addMetric(name, MetricUnit.Count, value);
          if (measured.length > 0) metrics.publishStoredMetrics();
          logger.info('done', { output: singleValues(output) });
        },
        failed: (error) => {
          const isExpected = error instanceof Error && isRefusal(error.name);
          logger[isExpected ? 'warn' : 'error']('failed', error instanceof Error ? error : new Error(String(error)));
        },
      };
    },
  };
};
