import type { Platform } from '../../ports.ts';
import { integrationType } from '../../wire/maximum.ts';
import { integration as integrationAnswer } from '../../wire/records.ts';
import type { Caller } from '../transport/caller.ts';
import { path } from '../transport/path.ts';
import { answerAs } from '../transport/read-answer.ts';
import { deleteRawIntegration, listRawIntegrations } from './raw.ts';
import { unlessGone } from './requests.ts';
import { toIntegrations } from './to-model.ts';

/** Autoscaler integrations. */
export const integrationOperations = (caller: Caller) => {
  /** GET /project/{project}/service/{service}/integration (pf 2.2). */
  const listServiceIntegrations: Platform['listServiceIntegrations'] = async (project, service) =>
    toIntegrations(await listRawIntegrations(caller, project, service));

  /**
   * POST /project/{project}/integration (spec.md §2.2 dest_endpoint_id, §2.2 integration_type, §2.2 source_project, §2.2
   * source_service). Safe to repeat: an existing integration of the same service and endpoint is reused.
   */
  const createIntegration: Platform['createIntegration'] = async (project, service, endpointId, watch) => {
    const take = async () => {
      const existing = await listServiceIntegrations(project, service);
      return existing.some((integration) => integration.endpointId === endpointId) ? true : undefined;
    };
    const body = {
      dest_endpoint_id: endpointId,
      integration_type: integrationType,
      source_project: project,
      source_service: service,
    };
    await caller.create(
      { method: 'POST', path: path`/project/${project}/integration`, body, kind: 'write', watch },
      answerAs(integrationAnswer, () => true),
      take,
    );
  };

  /** DELETE /project/{project}/integration/{id}. */
  const deleteIntegration: Platform['deleteIntegration'] = async (project, id, watch) =>
    unlessGone(deleteRawIntegration(caller, project, id, watch));

  return { listServiceIntegrations, createIntegration, deleteIntegration };
};
