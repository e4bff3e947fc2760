import type { AnyRouter, ParsedLocation } from '@tanstack/react-router';
import { type NavigationTarget, sharesLoadGroup } from '#domain/load-groups.ts';
import { createStore, useStore } from '#web/store.ts';

const loading = createStore(false);
let isNavigating = false;
let hasMoved = true;
let reloads = 0;

export function useLoading(): boolean {
  return useStore(loading);
}

export const isLoading = (): boolean => loading.get();

const update = (): void => loading.set(isNavigating || reloads > 0);

export function loadAnew(data: Promise<void>): void {
  reloads += 1;
  update();
  data
    .catch((error: unknown) => console.error(error))
    .finally(() => {
      reloads -= 1;
      update();
    });
}

export const hasPathChanged = (): boolean => hasMoved;

export function setsLoading(from: NavigationTarget | null, to: NavigationTarget | null): boolean {
  if (from === null || to === null) return true;
  return !sharesLoadGroup(from, to);
}

type Address = Pick<ParsedLocation, 'href' | 'pathname' | 'search'>;

function pageOf({ pathname, search }: Address): string {
  const { document, person, page, ...own }: Readonly<Record<string, unknown>> = search;
  return JSON.stringify([pathname, own]);
}

export const changesPage = (from: Address | undefined, to: Address): boolean =>
  from === undefined || from.href === to.href || pageOf(from) !== pageOf(to);

export function followLoading(router: AnyRouter): () => void {
  const placeOf = (location: ParsedLocation | undefined): NavigationTarget | null => {
    if (location === undefined) return null;
    const name = router.matchRoutes(location).at(-1)?.staticData.name;
    if (name === undefined) return null;
    const { person }: { readonly person?: string } = location.search;
    return person === undefined ? { name } : { name: 'Person', over: name };
  };
  const ends = [
    router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation }) => {
      hasMoved = changesPage(fromLocation, toLocation);
      if (!hasMoved) return;
      isNavigating = setsLoading(placeOf(fromLocation), placeOf(toLocation));
      update();
    }),
    router.subscribe('onResolved', () => {
      isNavigating = false;
      update();
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}
