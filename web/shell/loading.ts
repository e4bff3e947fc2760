import type { AnyRouter, ParsedLocation } from '@tanstack/react-router';
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

type Address = Pick<ParsedLocation, 'href' | 'pathname' | 'search'>;

function pageOf({ pathname, search }: Address): string {
  const { document, person, page, ...own }: Readonly<Record<string, unknown>> = search;
  return JSON.stringify([pathname, own]);
}

export const changesPage = (from: Address | undefined, to: Address): boolean =>
  from === undefined || from.href === to.href || pageOf(from) !== pageOf(to);

export function followLoading(router: AnyRouter): () => void {
  const areaOf = (location: ParsedLocation | undefined): string | undefined =>
    location && router.matchRoutes(location).at(-1)?.staticData.area;
  const ends = [
    router.subscribe('onBeforeNavigate', ({ fromLocation, toLocation }) => {
      hasMoved = changesPage(fromLocation, toLocation);
      if (!hasMoved) return;
      const area = areaOf(toLocation);
      isNavigating = area === undefined || area !== areaOf(fromLocation);
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
