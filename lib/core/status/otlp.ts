import type { StoreMetric } from './store-metrics.ts';

const attributes = (of: Readonly<Record<string, string>>) =>
  Object.entries(of).map(([key, stringValue]) => ({ key, value: { stringValue } }));

/**
 * Metrics as the JSON document that OpenTelemetry collectors take (OTLP over HTTP). All are gauges of one moment.
 * @param version of Headroom
 */
export const otlpDocument = (metrics: readonly StoreMetric[], nowMs: number, version: string) => ({
  resourceMetrics: [
    {
      resource: { attributes: attributes({ 'service.name': 'headroom', 'service.version': version }) },
      scopeMetrics: [
        {
          scope: { name: 'headroom', version },
          metrics: metrics
            .filter(({ values }) => values.length > 0)
            .map(({ name, help, values }) => ({
              name,
              description: help,
              gauge: {
                dataPoints: values.map(({ labels = {}, value }) => ({
                  attributes: attributes(labels),
                  // A number of nanoseconds is not exact in JSON, so the protocol has it as a text.
                  timeUnixNano: `${nowMs}000000`,
                  asDouble: value,
                })),
              },
            })),
        },
      ],
    },
  ],
});
