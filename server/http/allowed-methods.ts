import type { FastifyInstance } from 'fastify';

export function collectMethods(app: FastifyInstance): (path: string) => readonly string[] {
  const routes: { readonly parts: readonly string[]; readonly methods: readonly string[] }[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    routes.push({ parts: url.split('/'), methods: [method].flat() });
  });
  return (path) => {
    const given = path.split('/');
    const found = routes.filter(({ parts }) => isOfRoute(given, parts));
    return [...new Set(found.flatMap(({ methods }) => methods))].toSorted();
  };
}

const isOfRoute = (given: readonly string[], parts: readonly string[]): boolean =>
  given.length === parts.length && given.every((part, at) => isOfPart(part, parts[at] ?? ''));

const isOfPart = (given: string, part: string): boolean => (part.startsWith(':') ? given !== '' : given === part);
