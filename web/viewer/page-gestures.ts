import type { Mark } from '#domain/xfdf/mark.ts';
import { markAt } from './marks/mark-geometry.ts';
import { unitsPerPixel, viewPlace } from './marks/place-on-page.ts';
import type { ShownPage } from './stage.ts';

/** CSS pixels around a thin line within which a press means it; fingers are wider. */
const pressReach = 6;
const touchReach = 14;

export interface PagePress {
  readonly clientX: number;
  readonly clientY: number;
  readonly target: EventTarget | null;
  readonly pointerType: string;
}

/** What a press on the pages meant: a mark, an empty place on a page, or something else (margin, link, selected text). */
export function meantBy(
  press: PagePress,
  pages: readonly ShownPage[],
  marks: readonly Mark[],
): { readonly kind: 'mark'; readonly id: string } | { readonly kind: 'page' } | { readonly kind: 'other' } {
  const target = press.target instanceof Element ? press.target : null;
  const page = pages.find(({ element }) => target !== null && element.contains(target));
  if (!page || target?.closest('a')) return { kind: 'other' };
  if (document.getSelection()?.isCollapsed === false) return { kind: 'other' };
  const place = page.surface.toPage(viewPlace(page, press));
  const reach = (press.pointerType === 'touch' ? touchReach : pressReach) * unitsPerPixel(page);
  const mark = markAt(
    marks.filter((each) => each.page === page.surface.page),
    place,
    reach,
  );
  return mark ? { kind: 'mark', id: mark.id } : { kind: 'page' };
}
