import { describe, expect, it } from 'vitest';
import { descriptions } from '../../../lib/emulator/openapi/descriptions.ts';
import { documentPath, openApiDocument } from '../../../lib/emulator/openapi/document.ts';
import { operations } from '../../../lib/emulator/operations/all.ts';
import { served } from '../small-organization.ts';
import { entriesOf, fetched, problemsOf, schemaOf } from './read-document.ts';

describe('the OpenAPI document', () => {
  it('is public, without a token, and is not counted', async () => {
    const { platform } = await served();
    const document = await fetched(platform.url);
    expect(document.openapi).toBe('3.1.0');
    expect(platform.requests()).toMatchObject({ reads: 0, writes: 0, unmatched: 0 });
    expect(document).toEqual(JSON.parse(JSON.stringify(openApiDocument({ served: 'both', schemes: 'both' }))));
  });

  it('holds every operation of the platform, and no other', async () => {
    const { platform } = await served();
    const document = await fetched(platform.url);
    const documented = entriesOf(document).map(
      ({ path, method, operation }) => `${operation.operationId} ${method} ${path}`,
    );
    const implemented = operations.map(({ id, method, path }) => `${id} ${method} ${documentPath(path)}`);
    expect(documented.toSorted()).toEqual(implemented.toSorted());
    expect(Object.keys(descriptions).toSorted()).toEqual(operations.map(({ id }) => id).toSorted());
  });

  it('describes every operation: summary, source, parameters, body, answers', async () => {
    const { platform } = await served();
    const document = await fetched(platform.url);
    for (const { path, operation } of entriesOf(document)) {
      const { operationId: id } = operation;
      expect([id, operation.summary.length > 5]).toEqual([id, true]);
      expect(operation.description).toMatch(/^\[(§|pf |A-)\d.*\]$/);
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)).toEqual(
        inPath,
      );
      const { hasBody } = operations.find((implemented) => implemented.id === id) ?? {};
      expect([id, operation.requestBody !== undefined]).toEqual([id, hasBody]);
      expect(Object.keys(operation.responses)).toEqual([expect.stringMatching(/^20[04]$/), '4XX']);
    }
  });

  // §2.1 project_name, §2.1 integration_endpoint_id, §2.2 project_name, §2.2 integration_id
  it('names the paths and parameters of the specification (§4)', async () => {
    const { platform } = await served();
    const { paths } = await fetched(platform.url);
    const single = '/v1/project/{project_name}/integration_endpoint/{integration_endpoint_id}';
    expect(Object.keys(paths[single] ?? {})).toEqual(expect.arrayContaining(['put', 'delete']));
    expect(paths['/v1/project/{project_name}/integration_endpoint']).toHaveProperty('post');
    expect(paths['/v1/project/{project_name}/integration']).toHaveProperty('post');
    expect(paths['/v1/project/{project_name}/integration/{integration_id}']).toHaveProperty('delete');
  });

  it('bears the public names of operations (pf 2.14 operation ids)', async () => {
    const { platform } = await served();
    const { paths } = await fetched(platform.url);
    const member = '/v1/organization/{organization_id}/user/{user_id}';
    expect([
      paths['/v1/service_types']?.get?.operationId,
      paths['/v1/project/{project_name}/service_types']?.get?.operationId,
      paths['/v1/project/{project_name}/service-types/{service_type}']?.get?.operationId,
      paths[`${member}/access-token/{token_prefix}`]?.delete?.operationId,
    ]).toEqual([
      'ListPublicServiceTypes',
      'ListProjectServiceTypes',
      'ProjectServiceTypesGet',
      'OrganizationUserRevokeToken',
    ]);
  });

  it('offers both schemes of the Authorization header (§5 header; pf 2)', async () => {
    const { platform } = await served();
    const { security, components } = await fetched(platform.url);
    expect(Object.keys(components.securitySchemes)).toEqual(['bearer', 'aivenv1']);
    expect(security).toEqual([{ bearer: [] }, { aivenv1: [] }]);
  });

  it('has no broken reference', async () => {
    const { platform } = await served();
    const document = await fetched(platform.url);
    const names = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref = '']) => ref);
    expect(names.length).toBeGreaterThan(100);
    const known = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`);
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
  });

  it('describes the endpoint configuration of both profiles (§2.1; pf 1.4)', async () => {
    const { platform } = await served();
    const document = await fetched(platform.url);
    const request = document.paths['/v1/project/{project_name}/integration_endpoint']?.post?.requestBody;
    const schema = schemaOf(document, request?.content);
    const body = (user_config: unknown) => ({ endpoint_name: 'a', endpoint_type: 'disk_storage', user_config });
    expect(problemsOf(schema, body({ autoscaler: { max_additional_storage: '20' } }))).toEqual([]);
    expect(problemsOf(schema, body({ max_additional_storage: '20' }))).toEqual([]);
    expect(problemsOf(schema, body({ autoscaling: [{ type: 'autoscale_disk', cap_gb: 50 }] }))).toEqual([]);
    expect(problemsOf(schema, body({ autoscaling: [{ type: 'autoscale_disk', cap_gb: 49 }] }))).not.toEqual([]);
    expect(problemsOf(schema, body({ autoscaler: { max_additional_storage: 20 } }))).not.toEqual([]);
    expect(problemsOf(schema, { ...body({}), user_config: undefined })).not.toEqual([]);
  });
});
