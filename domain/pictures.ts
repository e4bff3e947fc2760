/** Pictures of people. Pixels count on each side of a picture that is shown the right way up. */
export const pictureLimits = {
  /** 20 MiB: what a telephone's camera makes, with room. */
  bytesMax: 20 * 1024 * 1024,
  /** 50 megapixels: as many as telephones make unasked, less than what fills a server's memory. */
  pixelsMax: 50_000_000,
  sideMin: 256,
  /** How far one may zoom in: the largest square is at most so many times the chosen one. */
  zoomMax: 4,
} as const;

/** Logos of boards: pixels of the longer side. */
export const logoLimits = { sideMin: 256 } as const;

/** A square of a picture, in its pixels. */
export interface Square {
  readonly left: number;
  readonly top: number;
  readonly side: number;
}

/** What is looked at: a middle, as parts of width and height, and how much closer than the largest square. */
export interface View {
  readonly x: number;
  readonly y: number;
  /** 1 to `zoomMax`. */
  readonly zoom: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

export const firstView: View = { x: 0.5, y: 0.5, zoom: 1 };

/** The nearest zoom of a small picture still shows `sideMin` pixels. */
export function zoomMost(size: Size): number {
  return Math.max(1, Math.min(pictureLimits.zoomMax, Math.min(size.width, size.height) / pictureLimits.sideMin));
}

/** The view with its square wholly inside of the picture. */
export function insideView(size: Size, view: View): View {
  const zoom = clamp(view.zoom, 1, zoomMost(size));
  const side = Math.min(size.width, size.height) / zoom;
  const [halfX, halfY] = [side / 2 / size.width, side / 2 / size.height];
  return { zoom, x: clamp(view.x, halfX, 1 - halfX), y: clamp(view.y, halfY, 1 - halfY) };
}

/** What a view shows, in whole pixels inside of the picture. */
export function squareOf(size: Size, view: View): Square {
  const { x, y, zoom } = insideView(size, view);
  const side = Math.floor(Math.min(size.width, size.height) / zoom);
  return {
    side,
    left: clamp(Math.round(x * size.width - side / 2), 0, size.width - side),
    top: clamp(Math.round(y * size.height - side / 2), 0, size.height - side),
  };
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max);
}
