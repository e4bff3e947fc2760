interface Size {
  readonly width: number;
  readonly height: number;
}

export interface ImageZooms {
  /** How it is shown at first: zoomed out to fit, or not scaled up. */
  readonly rest: number;
  /** The other of the two: zoomed in to its own pixels, or scaled up to fill. */
  readonly toggled: number;
}

/** An image larger than the viewer toggles between zoomed out and in; any other between not scaled up and scaled up (specification, section 4). */
export function imageZooms(image: Size, viewer: Size): ImageZooms {
  const fitting = Math.min(viewer.width / image.width, viewer.height / image.height);
  return fitting < 1 ? { rest: fitting, toggled: 1 } : { rest: 1, toggled: fitting };
}

/** Where a press on the image leads: from wherever the zoom buttons have left it, first back to rest. */
export function toggledZoom(current: number, { rest, toggled }: ImageZooms): number {
  return Math.abs(current - rest) < 0.001 ? toggled : rest;
}
