import { defaultAppearanceOf } from '#domain/xfdf/free-text-look.ts';
import type { BoxMark, FreeTextMark, LineMark, NoteMark, Point, Rect } from '#domain/xfdf/mark.ts';
import { roundTwo } from '#domain/xfdf/numbers.ts';
import { rectAround } from './mark-geometry.ts';
import { commonOf, type MarkMaking } from './new-mark.ts';
import type { Surface } from './surface.ts';

export type ShapeKind = 'square' | 'circle' | 'line';

/** Points. */
const noteSize = 20;
const textSize = 12;
const textBox = { width: 180, height: 34 };
/** Of a shape that was placed and not drawn. */
const placedShape = { width: 120, height: 60 };

/** @param start and `end` in page units: two corners, or the tail and the tip of the arrow */
export function newShape(
  kind: ShapeKind,
  surface: Surface,
  { start, end }: { readonly start: Point; readonly end: Point },
  making: MarkMaking,
): BoxMark | LineMark {
  const width = roundTwo((making.width ?? 2) * surface.pointSize);
  const common = { ...commonOf(making), page: surface.page, width };
  if (kind === 'line') {
    return { kind, ...common, rect: rectAround([start, end], 4 * width), start, end, tail: 'OpenArrow' };
  }
  return { kind, ...common, rect: rectAround([start, end]) };
}

/** A shape of a usual size in the middle of what is seen. */
export function placedShapeEnds(surface: Surface, middle: Point): { readonly start: Point; readonly end: Point } {
  const across = (placedShape.width / 2) * surface.pointSize;
  const up = (placedShape.height / 2) * surface.pointSize;
  const view = surface.toView(middle);
  return {
    start: surface.toPage({ x: view.x - across, y: view.y + up }),
    end: surface.toPage({ x: view.x + across, y: view.y - up }),
  };
}

/** @param place where the note's upper left corner stands, in page units */
export function newNote(surface: Surface, place: Point, making: MarkMaking): NoteMark {
  const size = noteSize * surface.pointSize;
  return {
    kind: 'text',
    ...commonOf(making),
    page: surface.page,
    rect: boxAt(surface, place, { width: size, height: size }),
    icon: 'Note',
  };
}

/** Words on the page. Their colour is `textColour`; `colour` would be the background. */
export function newFreeText(surface: Surface, place: Point, making: MarkMaking): FreeTextMark {
  const { colour, ...common } = commonOf(making);
  const fontSize = roundTwo(textSize * surface.pointSize);
  return {
    kind: 'freetext',
    ...common,
    page: surface.page,
    rect: boxAt(surface, place, {
      width: textBox.width * surface.pointSize,
      height: textBox.height * surface.pointSize,
    }),
    width: 0,
    textColour: colour,
    fontSize,
    defaultAppearance: defaultAppearanceOf(colour, fontSize),
  };
}

/** A box of this size as it is seen, its upper left corner at `place`, drawn in as far as the page reaches. */
function boxAt(surface: Surface, place: Point, size: { readonly width: number; readonly height: number }): Rect {
  const view = surface.toView(place);
  const inside = (at: number, length: number, whole: number) => Math.max(0, Math.min(at, whole - length));
  // View units are page units but for `UserUnit`, which page sizes carry with them.
  const unit = Math.hypot(
    surface.toView({ x: place.x + 1, y: place.y }).x - view.x,
    surface.toView({ x: place.x + 1, y: place.y }).y - view.y,
  );
  const width = size.width * unit;
  const height = size.height * unit;
  const left = inside(view.x, width, surface.size.width);
  const top = inside(view.y, height, surface.size.height);
  return rectAround([surface.toPage({ x: left, y: top }), surface.toPage({ x: left + width, y: top + height })]);
}
