import type { Point } from '#domain/xfdf/mark.ts';
import type { ShownPage } from '#web/viewer/stage.ts';

/** A place on the screen as a place on the page, in view units. */
export function viewPlace(
  { element, surface }: ShownPage,
  client: { readonly clientX: number; readonly clientY: number },
): Point {
  const box = element.getBoundingClientRect();
  return {
    x: ((client.clientX - box.left) / box.width) * surface.size.width,
    y: ((client.clientY - box.top) / box.height) * surface.size.height,
  };
}

/** How many page units a CSS pixel is worth now. */
export function unitsPerPixel({ element, surface }: ShownPage): number {
  return surface.size.width / element.getBoundingClientRect().width;
}
