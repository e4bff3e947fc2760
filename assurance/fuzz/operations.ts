import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { routes } from '#server/app.ts';

// biome-ignore lint/suspicious/noExplicitAny: read key by key.
export type Schema = Readonly<Record<string, any>>;

export interface Operation {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly params: Readonly<Record<string, Schema>>;
  readonly query: Readonly<Record<string, Schema>>;
  readonly requiredQuery: ReadonlySet<string>;
  readonly body: Schema | null;
  readonly endpoint: Endpoint;
  readonly complaint: (json: unknown) => string | null;
}

interface DocumentedOperation {
  readonly operationId: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses?: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>
  >;
}

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
}

export function operationsOf(document: OpenApi): readonly Operation[] {
  const endpoints = new Map(routes.map(({ endpoint }) => [endpoint.name, endpoint]));
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, documented]) => {
      // The OpenAPI generator appends `-head` to the id of a HEAD operation.
      const endpoint = endpoints.get(documented.operationId.replace(/-head$/, ''));
      if (!endpoint) throw new Error(`The document offers ${documented.operationId}, which is not served.`);
      return operationOf({ path, method, documented, endpoint });
    }),
  );
  if (operations.length !== routes.length) throw new Error('The document does not offer every endpoint.');
  return operations;
}

function operationOf(given: {
  readonly path: string;
  readonly method: string;
  readonly documented: DocumentedOperation;
  readonly endpoint: Endpoint;
}): Operation {
  const { documented, endpoint } = given;
  const named = (where: string): Readonly<Record<string, Schema>> =>
    Object.fromEntries(
      (documented.parameters ?? []).filter((each) => each.in === where).map(({ name, schema }) => [name, schema]),
    );
  const answer = documented.responses?.[String(endpoint.status ?? 200)]?.content?.['application/json']?.schema;
  return {
    name: endpoint.name,
    method: given.method.toUpperCase(),
    path: given.path,
    params: named('path'),
    query: named('query'),
    requiredQuery: new Set(
      (documented.parameters ?? []).flatMap((each) => (each.required === true ? [each.name] : [])),
    ),
    body: documented.requestBody?.content['application/json']?.schema ?? null,
    endpoint,
    complaint: complaintOf(answer),
  };
}

function complaintOf(schema: Schema | undefined): Operation['complaint'] {
  if (schema === undefined) return () => null;
  let made: z.ZodType | undefined;
  return (json) => {
    made ??= z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
    const { error } = made.safeParse(json);
    return error === undefined ? null : JSON.stringify(error.issues.slice(0, 3));
  };
}
