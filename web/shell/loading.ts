import type { AnyRouter, ParsedLocation } from '@tanstack/react-router';
import { type LoadPlace, sharesLoadGroup } from '../../domain/load-groups.ts';
import { createStore, useStore } from '../api/store.ts';

const loading = createStore(false);

/** The loading flag (specification, section 2, 'Navigation behaviour'). */
export function useLoading(): boolean {
  return useStore(loading);
}

/** True when this navigation sets the flag. A place that is not in the route table is a group of its own. */
export function setsLoading(from: LoadPlace | null, to: LoadPlace | null): boolean {
  if (from === null || to === null) return true;
  return !sharesLoadGroup(from, to);
}

/** Sets the flag with every navigation, unless both routes share a load group, and clears it when it has ended. */
export function followLoading(router: AnyRouter): () => void {
  const placeOf = (location: ParsedLocation | undefined): LoadPlace | null => {
    if (location === undefined) return null;
    const name = router.matchRoutes(location).at(-1)?.staticData.name;
    if (name === undefined) return null;
    const { person }: { readonly person?: string } = location.search;
    return person === undefined ? { name } : { name: 'Person', over: name };
  };
  const ends = [
    router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation, pathChanged }) => {
      if (pathChanged) loading.set(setsLoading(placeOf(fromLocation), placeOf(toLocation)));
    }),
    router.subscribe('onResolved', () => loading.set(false)),
  ];
  return () => {
    for (const end of ends) end();
  };
}
