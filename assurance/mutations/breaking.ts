import type { Endpoint } from '#contract/endpoint.ts';
import type { Change } from './mutant.ts';
import { mutantSwitch } from './switch.ts';

/** Breaks one thing in this process, or in a database through `query`. Returns a function that repairs it. */
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
      // A mutant that PostgreSQL does not accept throws here.
      await query(change.apply);
      return async () => void (await query(change.undo));
    case 'text':
      // The plugin of the engine has served the changed text already.
      return async () => undefined;
  }
}

/** The app is imported late because tests of pure rules do not need it. */
async function endpointOf(name: string): Promise<Endpoint> {
  const { routes } = await import('#server/app.ts');
  const route = routes.find(({ endpoint }) => endpoint.name === name);
  if (!route) throw new Error(`There is no endpoint ${name}.`);
  return route.endpoint;
}
