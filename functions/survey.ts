import { onLambda } from '../lib/aws/handler.ts';
import { causeText } from '../lib/contract/failure.ts';
import { type TaskInput, type TaskOutput, tasks } from '../lib/contract/tasks.ts';
import type { PlatformPorts } from '../lib/ports.ts';
import { noteLook } from '../lib/run/plan/looks.ts';
import { readProject } from '../lib/run/plan/read-project.ts';
import { keys } from '../lib/run/store/keys.ts';
import { projectAt, writeObject } from '../lib/run/store/objects.ts';
import type { SurveyObject } from '../lib/run/store/run-objects.ts';

/**
 * Reads one project with two calls, independent of the number of services, and adds the provisioned sizes to the project's
 * history once a day. With `failure` it only records the project as unread, so that the plan skips it and reports a
 * finding; a project whose lists are empty for the first time is unread too.
 * @throws platform errors
 */
export const survey =
  (ports: PlatformPorts) =>
  async (input: TaskInput<'survey'>): Promise<TaskOutput<'survey'>> => {
    const { runId, failure } = input;
    const project = await projectAt(ports.store, runId, input.project);
    if (failure !== undefined) {
      const unread = { project, error: failure.Error, message: causeText(failure.Cause) };
      await writeObject(ports.store, keys.unread(runId, project), unread);
      return { services: 0, endpoints: 0 };
    }
    const object: SurveyObject = await readProject(ports.platform, project);
    const doubt = await noteLook(ports, { runId, project, ...object });
    if (doubt !== null) {
      await writeObject(ports.store, keys.unread(runId, project), { project, error: 'ListEmptied', message: doubt });
      return { services: 0, endpoints: 0 };
    }
    await writeObject(ports.store, keys.snapshot(runId, project), object);
    return { services: object.services.length, endpoints: object.endpoints.length };
  };

export const handler = onLambda(tasks.survey, survey);
