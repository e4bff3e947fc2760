import type { Point } from '#domain/xfdf/mark.ts';
import { viewPlace } from './marks/place-on-page.ts';
import type { ShownPage } from './stage.ts';

/** Where a mark goes that is placed without a pointer: the middle of what is seen of the current page, in page units. */
export function middleOfSight(
  pages: readonly ShownPage[],
  pageNumber: number,
): { readonly page: ShownPage; readonly at: Point } | null {
  const page = pages.find(({ surface }) => surface.page === pageNumber - 1);
  const place = page?.element.closest('[tabindex="0"]')?.getBoundingClientRect();
  if (!page || !place) return null;
  const box = page.element.getBoundingClientRect();
  const clientX = (Math.max(box.left, place.left) + Math.min(box.right, place.right)) / 2;
  const clientY = (Math.max(box.top, place.top) + Math.min(box.bottom, place.bottom)) / 2;
  return { page, at: page.surface.toPage(viewPlace(page, { clientX, clientY })) };
}
