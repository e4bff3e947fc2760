import type { FastifyInstance } from 'fastify';

/** Which methods the routes of a path answer. Call it before the routes are added. */
export function collectMethods(app: FastifyInstance): (path: string) => readonly string[] {
  const routes: { readonly pattern: RegExp; readonly methods: readonly string[] }[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    routes.push({ pattern: patternOf(url), methods: [method].flat() });
  });
  return (path) =>
    [...new Set(routes.flatMap(({ pattern, methods }) => (pattern.test(path) ? methods : [])))].toSorted();
}

/** Of a route's address: `/ajax/meetings/:id`, `/feed/:uid.ics`. */
function patternOf(url: string): RegExp {
  const escaped = url.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/:\w+/g, '[^/]+').replaceAll('*', '.*')}$`);
}
