import { onLambda } from '../lib/aws/handler.ts';
import { causeText } from '../lib/contract/failure.ts';
import { surveyTask, type TaskInput, type TaskOutput } from '../lib/contract/tasks.ts';
import type { Service } from '../lib/core/model.ts';
import type { ListedService, Platform, Ports } from '../lib/ports.ts';
import { recordDay } from '../lib/run/histories.ts';
import { keys, projectAt, type SurveyObject, writeObject } from '../lib/run/objects.ts';

/** What a list leaves out is unknown, never none: that one service is asked for it. */
const complete = async (platform: Platform, project: string, listed: ListedService): Promise<Service> => ({
  ...listed,
  tags: listed.tags ?? (await platform.listServiceTags(project, listed.name)),
  integrations: listed.integrations ?? (await platform.listServiceIntegrations(project, listed.name)),
});

/**
 * Reads one project: two calls, whatever the number of services. What is provisioned goes into the history of the project,
 * once a day. With a failure in hand it only notes that the project
 * could not be read, so that the plan leaves it alone and says so.
 * @throws platform errors
 */
export const survey =
  (ports: Pick<Ports, 'platform' | 'store' | 'clock'>) =>
  async (input: TaskInput<typeof surveyTask>): Promise<TaskOutput<typeof surveyTask>> => {
    const { runId, failure } = input;
    const project = await projectAt(ports.store, runId, input.project);
    if (failure !== undefined) {
      const unread = { project, error: failure.Error, message: causeText(failure.Cause) };
      await writeObject(ports.store, keys.unread(runId, project), unread);
      return { services: 0, endpoints: 0 };
    }
    const listed = await ports.platform.listServices(project);
    const endpoints = await ports.platform.listEndpoints(project);
    const services: Service[] = [];
    for (const service of listed) services.push(await complete(ports.platform, project, service));
    const object: SurveyObject = { services, endpoints };
    await writeObject(ports.store, keys.snapshot(runId, project), object);
    await recordDay(ports, project, services);
    return { services: services.length, endpoints: endpoints.length };
  };

export const handler = onLambda(surveyTask, survey);
