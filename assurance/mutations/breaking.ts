import type { Endpoint } from '#contract/endpoint.ts';
import type { Change } from './mutant.ts';
import { mutantSwitch } from './switch.ts';

/** Breaks one thing of this process, or of a database through `query`. Returns what makes it whole again. */
export async function breakIt(change: Change, query: (sql: string) => Promise<unknown>): Promise<() => Promise<void>> {
  switch (change.by) {
    case 'source':
      mutantSwitch.active = change.index;
      return async () => {
        mutantSwitch.active = -1;
      };
    case 'endpoint': {
      const endpoint = await endpointOf(change.endpoint);
      const before = Object.fromEntries(Object.keys(change.set).map((key) => [key, endpoint[key as keyof Endpoint]]));
      Object.assign(endpoint, change.set);
      return async () => {
        Object.assign(endpoint, before);
      };
    }
    case 'sql':
      // What PostgreSQL does not take is no mutant: it throws here.
      await query(change.apply);
      return async () => void (await query(change.undo));
  }
}

/** Loaded when it is asked for: a test of pure rules needs no app. */
async function endpointOf(name: string): Promise<Endpoint> {
  const { routes } = await import('#server/app.ts');
  const route = routes.find(({ endpoint }) => endpoint.name === name);
  if (!route) throw new Error(`There is no endpoint ${name}.`);
  return route.endpoint;
}
