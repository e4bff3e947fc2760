import type { Annotation, AnnotationExtras, StampAnnotation } from '#domain/xfdf/annotation.ts';
import { readAppearance, readImageData } from '#domain/xfdf/appearance.ts';
import { appearancePdf } from '#domain/xfdf/appearance-pdf.ts';

export interface StampPicture {
  /** An address in memory; null: it cannot be drawn. */
  readonly drawing: Promise<string | null>;
  /** Undefined while it is drawn. */
  drawn: string | null | undefined;
  /** Of the page's clock, in milliseconds: it took too long, on a machine that was busy perhaps. */
  retryAt: number | null;
}

const retryAfterMs = 30_000;

/** By what says how they look, which stays while stamps are moved. */
const pictures = new WeakMap<AnnotationExtras, StampPicture>();

/** Null for a stamp that does not say how it looks. */
export function stampPicture(stamp: StampAnnotation): StampPicture | null {
  const { extras } = stamp;
  if (!extras?.elements.some(({ name }) => name === 'appearance' || name === 'imagedata')) return null;
  const known = pictures.get(extras);
  if (known && (known.retryAt === null || performance.now() < known.retryAt)) return known;
  const { promise: drawing, resolve } = Promise.withResolvers<string | null>();
  const picture: StampPicture = { drawing, drawn: undefined, retryAt: null };
  pictures.set(extras, picture);
  void drawnOrNull(stamp, picture).then((url) => {
    picture.drawn = url;
    resolve(url);
  });
  return picture;
}

/** Before they are printed. */
export async function drawStamps(annotations: readonly Annotation[]): Promise<void> {
  await Promise.all(annotations.map((each) => (each.kind === 'stamp' ? stampPicture(each)?.drawing : null)));
}

async function drawnOrNull(stamp: StampAnnotation, picture: StampPicture): Promise<string | null> {
  try {
    const shown = (await drawnAppearance(stamp)) ?? readImageData(stamp)?.url ?? null;
    if (shown === null) return null;
    const image = new Image();
    image.src = shown;
    await image.decode();
    return shown;
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'TimeoutError')
      picture.retryAt = performance.now() + retryAfterMs;
    console.warn('A stamp could not be drawn as it says', cause);
    return null;
  }
}

async function drawnAppearance(stamp: StampAnnotation): Promise<string | null> {
  const appearance = readAppearance(stamp);
  if (appearance === null) return null;
  // Pictures are shown without pdf.js, and few stamps have a look.
  const { drawSmallPdf } = await import('#web/viewer/pdf/draw-small-pdf.ts');
  return drawSmallPdf(appearancePdf(appearance));
}
