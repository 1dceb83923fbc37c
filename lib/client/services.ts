import * as z from 'zod';
import type { Platform } from '../ports.ts';
import { serviceRecord, services, serviceTags } from '../wire/records.ts';
import type { SearchWord } from '../wire/search-word.ts';
import type { Caller } from './caller.ts';
import { path } from './path.ts';
import { describePlan, planPrice } from './plans.ts';
import { answerAs, anyAnswer } from './read-answer.ts';
import { toService } from './to-model.ts';
import { isUnchanged } from './unchanged.ts';
import { unlessGone } from './unless-gone.ts';

/** GET /project/{project}/service: every service with its tags and integrations in one call (platform-facts §2.4). */
export const listServices =
  (caller: Caller, words?: SearchWord): Platform['listServices'] =>
  async (project) =>
    caller.send(
      { method: 'GET', path: path`/project/${project}/service`, kind: 'read' },
      answerAs(services, (answer) => answer.services.map((record) => toService(record, words))),
    );

/** GET /project/{project}/service/{service}: one service, as the list shows it (platform-facts §2.4). */
export const getService =
  (caller: Caller, words?: SearchWord): Platform['getService'] =>
  async (project, service) =>
    unlessGone(
      caller.send(
        { method: 'GET', path: path`/project/${project}/service/${service}`, kind: 'read' },
        answerAs(z.object({ service: serviceRecord }), (answer) => toService(answer.service, words)),
      ),
    );

/**
 * PUT /project/{project}/service/{service} with nothing but options (platform-facts §1.3): the others stay as they are.
 * Options that are so already are fine.
 */
export const updateSearchConfiguration =
  (caller: Caller, words: SearchWord): Platform['updateSearchConfiguration'] =>
  async (project, service, options, onRequestId) => {
    try {
      await caller.send(
        {
          method: 'PUT',
          path: path`/project/${project}/service/${service}`,
          body: { user_config: words.configToWire(options) },
          kind: 'write',
          onRequestId,
        },
        anyAnswer,
      );
    } catch (error) {
      if (!isUnchanged(error)) throw error;
    }
  };

/** GET /project/{project}/service/{service}/tags (platform-facts §2.5). */
export const listServiceTags =
  (caller: Caller): Platform['listServiceTags'] =>
  async (project, service) =>
    caller.send(
      { method: 'GET', path: path`/project/${project}/service/${service}/tags`, kind: 'read' },
      answerAs(serviceTags, ({ tags }) => tags),
    );

/** The disk of a plan; custom plans are not described (platform-facts §2.8). */
export const planSpecification =
  (caller: Caller, words?: SearchWord): Platform['planSpecification'] =>
  async (project, serviceType, plan) => {
    const described = await describePlan(caller, project, words?.typeToWire(serviceType) ?? serviceType, plan);
    return described && { diskMb: described.diskMb, capMb: described.sizing?.capMb ?? null };
  };

/** The price of additional storage of a plan in a cloud (platform-facts §2.8; spec.md §1.6 cost). */
export const additionalGbPrice =
  (caller: Caller, words?: SearchWord): Platform['additionalGbPrice'] =>
  async (project, serviceType, plan, cloud) => {
    const price = await planPrice(caller, project, words?.typeToWire(serviceType) ?? serviceType, plan, cloud);
    return price?.additionalGb ?? null;
  };
