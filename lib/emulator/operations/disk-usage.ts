import * as z from 'zod';
import { serviceOf } from '../autoscaler/transitions.ts';
import { alertsOf, alertsOfProject } from './answers/alerts.ts';
import { metricsOf, periodNames } from './answers/disk-usage.ts';
import { type Operation, projectOperation, projectOperationWithBody } from './operation.ts';

/** Metrics and alerts of services (pf 2.6, 2.7). */

/** ServiceMetricsFetch; other members, such as topic names, are ignored. */
const metricsFetch = z.object({ period: z.enum(periodNames).default('hour') });

export const metricsOperations: readonly Operation[] = [
  projectOperationWithBody(
    {
      id: 'ServiceMetricsFetch',
      method: 'POST',
      path: '/project/:project/service/:service/metrics',
      isRead: true,
    },
    metricsFetch,
    ({ state, project, params, body, nowMs }) => ({
      metrics: metricsOf(state, serviceOf(project, params.service), body.period, nowMs),
    }),
  ),

  projectOperation(
    { id: 'ProjectAlertsList', method: 'GET', path: '/project/:project/alerts' },
    ({ project, nowMs }) => ({
      alerts: alertsOfProject(project, nowMs),
    }),
  ),

  projectOperation(
    { id: 'ServiceAlertsList', method: 'GET', path: '/project/:project/service/:service/alerts' },
    ({ project, params, nowMs }) => ({ alerts: alertsOf(project, serviceOf(project, params.service), nowMs) }),
  ),
];
