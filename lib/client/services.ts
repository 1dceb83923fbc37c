import * as z from 'zod';
import { PlatformNotFound } from '../contract/errors.ts';
import type { ListedService, Platform } from '../ports.ts';
import { planSpecification as planAnswer, serviceRecord, services, serviceTags } from '../wire/records.ts';
import type { Caller } from './caller.ts';
import { path } from './path.ts';
import { answerAs } from './read-answer.ts';
import { toService } from './to-model.ts';

/** GET /project/{project}/service: every service with its tags and integrations in one call (platform-facts §2.4). */
export const listServices =
  (caller: Caller): Platform['listServices'] =>
  async (project) =>
    caller.send(
      { method: 'GET', path: path`/project/${project}/service`, kind: 'read' },
      answerAs(services, (answer) => answer.services.map(toService)),
    );

/** GET /project/{project}/service/{service}: one service, as the list shows it (platform-facts §2.4). */
export const getService = (caller: Caller, project: string, service: string): Promise<ListedService> =>
  caller.send(
    { method: 'GET', path: path`/project/${project}/service/${service}`, kind: 'read' },
    answerAs(z.object({ service: serviceRecord }), (answer) => toService(answer.service)),
  );

/** GET /project/{project}/service/{service}/tags (platform-facts §2.5). */
export const listServiceTags =
  (caller: Caller): Platform['listServiceTags'] =>
  async (project, service) =>
    caller.send(
      { method: 'GET', path: path`/project/${project}/service/${service}/tags`, kind: 'read' },
      answerAs(serviceTags, ({ tags }) => tags),
    );

/** GET /project/{project}/service-types/{type}/plans/{plan}; custom plans are not described (platform-facts §2.8). */
export const planSpecification =
  (caller: Caller): Platform['planSpecification'] =>
  async (project, serviceType, plan) => {
    try {
      return await caller.send(
        { method: 'GET', path: path`/project/${project}/service-types/${serviceType}/plans/${plan}`, kind: 'read' },
        answerAs(planAnswer, (answer) => ({ diskMb: answer.disk_space_mb })),
      );
    } catch (error) {
      if (error instanceof PlatformNotFound) return undefined;
      throw error;
    }
  };
