import { readdirSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import swagger from '@fastify/swagger';
import Fastify from 'fastify';
import { jsonSchemaTransform, validatorCompiler } from 'fastify-type-provider-zod';
import type { Plugin } from 'vite';
import type { Endpoint } from '../contract/endpoint.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
/** Imports with Node itself, which resolves the aliases of package.json. */
const load = (path: string): Promise<Record<string, unknown>> => import(pathToFileURL(root + path).href);

export function openApi(): Plugin {
  return {
    name: 'openapi',
    apply: 'build',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'openapi.json', source: JSON.stringify(await openApiDocument()) });
    },
  };
}

export async function openApiDocument(): Promise<Record<string, unknown>> {
  const { openApiSchema } = (await load('server/http/send.ts')) as {
    readonly openApiSchema: (endpoint: Endpoint) => Record<string, unknown>;
  };
  const app = Fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(() => (answer) => JSON.stringify(answer));
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: 'Dais', version: '1' } },
    transform: jsonSchemaTransform,
  });
  for (const endpoint of await contractEndpoints()) {
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      schema: openApiSchema(endpoint),
      // Without this setting, the OpenAPI document would omit HEAD endpoints.
      ...(endpoint.method === 'HEAD' ? { config: { swagger: { exposeHeadRoute: true } } } : {}),
      handler: async () => undefined,
    });
  }
  await app.ready();
  return { ...app.swagger() };
}

async function contractEndpoints(): Promise<readonly Endpoint[]> {
  const modules = await Promise.all(
    readdirSync(`${root}contract`)
      .toSorted()
      .map((file) => load(`contract/${file}`)),
  );
  const values = modules.flatMap((module) => Object.values(module));
  // Some endpoints are exported in groups.
  return values.flatMap((value) => (isEndpoint(value) ? [value] : Object.values(value ?? {}).filter(isEndpoint)));
}

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'access' in value && 'path' in value && 'method' in value;
