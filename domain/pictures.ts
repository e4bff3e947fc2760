export const pictureLimits = {
  bytesMax: 20 * 1024 * 1024,
  /** Larger pictures could exhaust the server's memory. Phones take pictures of up to 50 megapixels. */
  pixelsMax: 50_000_000,
  sideMin: 256,
  zoomMax: 4,
} as const;

/** Pixels of the longer side. */
export const logoLimits = { sideMin: 256 } as const;

export interface Square {
  readonly left: number;
  readonly top: number;
  readonly side: number;
}

/** `x` and `y` are the centre, as fractions of the picture's width and height. */
export interface View {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

export const firstView: View = { x: 0.5, y: 0.5, zoom: 1 };

export function zoomMost(size: Size): number {
  return Math.max(1, Math.min(pictureLimits.zoomMax, Math.min(size.width, size.height) / pictureLimits.sideMin));
}

export function clampView(size: Size, view: View): View {
  const zoom = clamp(view.zoom, 1, zoomMost(size));
  const side = Math.min(size.width, size.height) / zoom;
  const [halfX, halfY] = [side / 2 / size.width, side / 2 / size.height];
  return { zoom, x: clamp(view.x, halfX, 1 - halfX), y: clamp(view.y, halfY, 1 - halfY) };
}

export function squareOf(size: Size, view: View): Square {
  const { x, y, zoom } = clampView(size, view);
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
