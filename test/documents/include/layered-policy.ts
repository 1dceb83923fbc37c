import { joinSources } from '../../../lib/documents/include/sources.ts';

/** Texts of an organization's policy that includes the file of one team. */

export const main = (include: string, more = '') => `version: 1
rules:
  - { name: rest, match: { project: "*" }, effect: enable, maxAdditionalGb: 100 }
include:
  - { file: teams/data.yaml, ${include} }
${more}`;

export const team = (rule: string, more = '') =>
  `version: 1\nrules:\n  - { name: t, match: { service: "*" }, ${rule} }\n${more}`;

export const joined = (include: string, file: string, more = ''): string =>
  joinSources({ main: main(include, more), files: new Map([['teams/data.yaml', file]]) }, (path) => path);

export const given = 'projects: "data-*", maxAdditionalGb: 300';
export const enable = 'effect: enable, maxAdditionalGb: 300';
