import { onLambda } from '../lib/aws/handler.ts';
import { causeText } from '../lib/contract/failure.ts';
import { type TaskInput, type TaskOutput, tasks } from '../lib/contract/tasks.ts';
import type { PlatformPorts } from '../lib/ports.ts';
import { readProject } from '../lib/run/inventory/read-project.ts';
import { recordReading, recordTrouble } from '../lib/run/inventory/record.ts';
import { noteLook } from '../lib/run/plan/looks.ts';
import { keys } from '../lib/run/store/keys.ts';
import { projectAt, writeObject } from '../lib/run/store/objects.ts';

/**
 * Reads one project with two calls, independent of the number of services, and stores the reading in the inventory; once a
 * day it adds the provisioned sizes to the project's history. With `failure` it only records the project as unread, so that
 * the plan changes nothing in it and reports a finding; a project whose lists are empty for the first time is unread too.
 * @throws platform errors
 */
export const survey =
  (ports: PlatformPorts) =>
  async (input: TaskInput<'survey'>): Promise<TaskOutput<'survey'>> => {
    const { runId, failure } = input;
    const project = await projectAt(ports.store, runId, input.project);
    const unread = async (error: string, message: string): Promise<TaskOutput<'survey'>> => {
      await writeObject(ports.store, keys.unread(runId, project.name), { project: project.name, error, message });
      await recordTrouble(ports, runId, project.name, { error, message });
      return { services: 0, endpoints: 0 };
    };
    if (failure !== undefined) return unread(failure.Error, causeText(failure.Cause));
    const seen = await readProject(ports.platform, project.name);
    const doubt = await noteLook(ports, { runId, project: project.name, ...seen });
    if (doubt !== null) return unread('ListEmptied', doubt);
    await recordReading(ports, runId, project, seen);
    return { services: seen.services.length, endpoints: seen.endpoints.length };
  };

export const handler = onLambda(tasks.survey, survey);
