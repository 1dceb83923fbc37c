import * as z from 'zod';
import { serviceOf } from '../autoscaler/transitions.ts';
import { alertsOf, alertsOfProject } from './answers/alerts.ts';
import { metricsOf, periodNames } from './answers/disk-usage.ts';
import { type Operation, operation, operationWithBody } from './operation.ts';

/** Metrics and alerts of services (pf 2.6, 2.7). */

/** ServiceMetricsFetch; other members, such as topic names, are ignored. */
const metricsFetch = z.object({ period: z.enum(periodNames).default('hour') });

const ofService = '/project/:project/service/:service';

export const metricsOperations: readonly Operation[] = [
  operationWithBody(
    'ServiceMetricsFetch',
    `POST ${ofService}/metrics`,
    metricsFetch,
    ({ state, project, params, body, nowMs }) => ({
      metrics: metricsOf(state, serviceOf(project, params.service), body.period, nowMs),
    }),
    { isRead: true },
  ),

  operation('ProjectAlertsList', 'GET /project/:project/alerts', ({ project, nowMs }) => ({
    alerts: alertsOfProject(project, nowMs),
  })),

  operation('ServiceAlertsList', `GET ${ofService}/alerts`, ({ project, params, nowMs }) => ({
    alerts: alertsOf(project, serviceOf(project, params.service), nowMs),
  })),
];
