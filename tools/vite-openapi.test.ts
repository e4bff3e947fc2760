import { expect, test } from 'vitest';
import { routes } from '#server/app.ts';
import { openApiDocument } from './vite-openapi.ts';

test('the OpenAPI document contains exactly the served endpoints, apart from HEAD endpoints', async () => {
  const { openapi, paths } = (await openApiDocument()) as {
    readonly openapi: string;
    readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  };
  expect(openapi).toBe('3.1.0');
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods)
      .filter((method) => method !== 'head')
      .map((method) => `${method} ${path}`),
  );
  const served = routes
    .map(({ endpoint }) => `${endpoint.method.toLowerCase()} ${endpoint.path.replaceAll(/:(\w+)/g, '{$1}')}`)
    .filter((each) => !each.startsWith('head'));
  expect(described.toSorted()).toEqual(served.toSorted());
});
