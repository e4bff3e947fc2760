import { z } from 'zod';
import { routes } from '#server/app.ts';

/**
 * The place of a value in a request, for example `meetings.create body.date_options[].start`, and the value's schema.
 */
export type PlacedText = readonly [string, z.ZodType];

export const textsOfRequests = (): readonly PlacedText[] =>
  routes.flatMap(({ endpoint }) => [
    ...textsIn(endpoint.query, `${endpoint.name} query`),
    ...textsIn(endpoint.body, `${endpoint.name} body`),
  ]);

function textsIn(schema: unknown, at: string): readonly PlacedText[] {
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([key, each]) => textsIn(each, `${at}.${key}`));
  }
  if (schema instanceof z.ZodArray) return textsIn(schema.element, `${at}[]`);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((each) => textsIn(each, at));
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return textsIn(schema.unwrap(), at);
  }
  if (schema instanceof z.ZodPipe && !(schema.in instanceof z.ZodString)) return textsIn(schema.in, at);
  return schema instanceof z.ZodType ? [[at, schema]] : [];
}
