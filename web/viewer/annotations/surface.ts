import type { Point } from '#domain/xfdf/annotation.ts';

/**
 * View units measure the rotated page at zoom 1 from its top left corner. Page units are those of annotations: PDF user
 * space, or an image's pixels with the y axis pointing up.
 */
export interface Surface {
  readonly page: number;
  readonly size: { readonly width: number; readonly height: number };
  readonly toView: (point: Point) => Point;
  readonly toPage: (point: Point) => Point;
  readonly pointSize: number;
}

export interface PdfPageGeometry {
  readonly page: number;
  /** The crop box in user space: left, bottom, right, top. */
  readonly box: readonly [number, number, number, number];
  /** Total clockwise rotation by the document and by the reader, in degrees; a multiple of 90. */
  readonly rotation: number;
  /** View units per point (PDF `UserUnit`). */
  readonly userUnit: number;
}

export function pdfSurface({ page, box, rotation, userUnit }: PdfPageGeometry): Surface {
  const [left, bottom, right, top] = box;
  const across = right - left;
  const up = top - bottom;
  const quarter = (((rotation / 90) % 4) + 4) % 4;
  const lying = quarter % 2 === 1;
  const scaled = (x: number, y: number): Point => ({ x: x * userUnit, y: y * userUnit });
  return {
    page,
    pointSize: 1,
    size: { width: (lying ? up : across) * userUnit, height: (lying ? across : up) * userUnit },
    toView({ x, y }) {
      const fromLeft = x - left;
      const fromBottom = y - bottom;
      if (quarter === 0) return scaled(fromLeft, up - fromBottom);
      if (quarter === 1) return scaled(fromBottom, fromLeft);
      if (quarter === 2) return scaled(across - fromLeft, fromBottom);
      return scaled(up - fromBottom, across - fromLeft);
    },
    toPage(point) {
      const x = point.x / userUnit;
      const y = point.y / userUnit;
      if (quarter === 0) return { x: left + x, y: bottom + up - y };
      if (quarter === 1) return { x: left + y, y: bottom + x };
      if (quarter === 2) return { x: left + across - x, y: bottom + y };
      return { x: left + across - y, y: bottom + up - x };
    },
  };
}

/** Points. Images are annotated as if they filled a sheet of paper, so that pens are as wide as on PDFs. */
const letterHeight = 792;

/** `rotation` is in degrees clockwise. */
export function imageSurface(size: { readonly width: number; readonly height: number }, rotation = 0): Surface {
  const pointSize = Math.max(size.width, size.height) / letterHeight;
  return { ...pdfSurface({ page: 0, box: [0, 0, size.width, size.height], rotation, userUnit: 1 }), pointSize };
}
