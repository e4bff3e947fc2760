import type {
  BoxAnnotation,
  DrawnAnnotation,
  FreeTextAnnotation,
  InkAnnotation,
  LineAnnotation,
  NoteAnnotation,
  Point,
  PolyAnnotation,
  Quad,
  StampAnnotation,
  TextMarkup,
} from '#domain/xfdf/annotation.ts';
import { freeTextLook } from '#domain/xfdf/free-text-look.ts';
import { boxEdge } from '#domain/xfdf/geometry.ts';
import { stampLabel } from '#domain/xfdf/stamp-label.ts';
import { quadCorners } from './annotation-geometry.ts';
import styles from './annotation-layer.module.css';
import { drawnColourOf } from './edit-annotation.ts';
import { viewBox } from './page-point.ts';
import type { Surface } from './surface.ts';

interface ShapeProps<Kind extends DrawnAnnotation = DrawnAnnotation> {
  readonly annotation: Kind;
  readonly surface: Surface;
}

/** Must be rendered inside an <svg> whose coordinates are view units. */
export function AnnotationShape({ annotation, surface }: ShapeProps) {
  switch (annotation.kind) {
    case 'highlight':
    case 'underline':
    case 'strikeout':
    case 'squiggly':
      return <TextMarkupShape annotation={annotation} surface={surface} />;
    case 'ink':
      return <InkShape annotation={annotation} surface={surface} />;
    case 'square':
    case 'circle':
      return <BoxShape annotation={annotation} surface={surface} />;
    case 'line':
      return <LineShape annotation={annotation} surface={surface} />;
    case 'polygon':
    case 'polyline':
      return <PolyShape annotation={annotation} surface={surface} />;
    case 'freetext':
      return <FreeTextShape annotation={annotation} surface={surface} />;
    case 'text':
      return <NoteShape annotation={annotation} surface={surface} />;
    case 'stamp':
      return <StampShape annotation={annotation} surface={surface} />;
    default:
      return annotation satisfies never;
  }
}

const opacityOf = ({ opacity = 1 }: DrawnAnnotation) => ({ opacity });

/** Height of the line above the bottom of the text, as a fraction of the text's height. */
const lineAbove = { underline: 0.06, strikeout: 0.42 } as const;

function TextMarkupShape({ annotation, surface: { toView } }: ShapeProps<TextMarkup>) {
  const { kind, quads } = annotation;
  if (kind === 'highlight') {
    const d = quads.map((quad) => around(quad, toView)).join('');
    return <path {...opacityOf(annotation)} fill={drawnColourOf(annotation)} d={d} />;
  }
  const pathOf = (quad: Quad): string =>
    kind === 'squiggly' ? squiggle(quad, toView) : across(quad, lineAbove[kind], toView);
  return <path {...opacityOf(annotation)} {...lineLook(annotation)} d={quads.map(pathOf).join('')} />;
}

function InkShape({ annotation, surface: { toView } }: ShapeProps<InkAnnotation>) {
  const d = annotation.strokes.map((stroke) => curve(stroke.map(toView))).join('');
  return <path {...opacityOf(annotation)} {...edge(annotation)} strokeLinecap="round" strokeLinejoin="round" d={d} />;
}

function BoxShape({ annotation, surface }: ShapeProps<BoxAnnotation>) {
  const { x, y, width, height } = viewBox(boxEdge(annotation), surface);
  const look = { ...opacityOf(annotation), ...edge(annotation), fill: annotation.interior ?? 'none' };
  if (annotation.kind === 'square') return <rect {...look} x={x} y={y} width={width} height={height} />;
  return <ellipse {...look} cx={x + width / 2} cy={y + height / 2} rx={width / 2} ry={height / 2} />;
}

function LineShape({ annotation, surface: { toView } }: ShapeProps<LineAnnotation>) {
  const [start, end] = [toView(annotation.start), toView(annotation.end)];
  return (
    <g {...opacityOf(annotation)} {...edge(annotation)} strokeLinecap="round">
      <line x1={start.x} y1={start.y} x2={end.x} y2={end.y} />
      {isArrow(annotation.head) && <polyline points={arrow(start, end, annotation.width ?? 1)} />}
      {isArrow(annotation.tail) && <polyline points={arrow(end, start, annotation.width ?? 1)} />}
    </g>
  );
}

function PolyShape({ annotation, surface: { toView } }: ShapeProps<PolyAnnotation>) {
  const look = { ...opacityOf(annotation), ...edge(annotation), points: list(annotation.vertices.map(toView)) };
  return annotation.kind === 'polyline' ? (
    <polyline {...look} />
  ) : (
    <polygon {...look} fill={annotation.interior ?? 'none'} />
  );
}

function FreeTextShape({ annotation, surface }: ShapeProps<FreeTextAnnotation>) {
  const { colour: color, fontSize, align: textAlign } = freeTextLook(annotation);
  return (
    <foreignObject {...viewBox(annotation.rect, surface)} {...opacityOf(annotation)}>
      <div
        className={styles['free-text']}
        style={{ color, fontSize, textAlign, background: annotation.colour ?? 'none' }}
      >
        {annotation.contents}
      </div>
    </foreignObject>
  );
}

function NoteShape({ annotation, surface }: ShapeProps<NoteAnnotation>) {
  const { x, y } = viewBox(annotation.rect, surface);
  return (
    <g
      {...opacityOf(annotation)}
      transform={`translate(${x} ${y}) scale(${20 / 26})`}
      stroke="#8a6a00"
      strokeWidth={1.25}
    >
      <path fill={drawnColourOf(annotation)} d="M0 3a3 3 0 0 1 3-3h20a3 3 0 0 1 3 3v14l-9 9H3a3 3 0 0 1-3-3z" />
      <path fill="#fff3c2" d="M26 17h-6a3 3 0 0 0-3 3v6" />
    </g>
  );
}

function StampShape({ annotation, surface }: ShapeProps<StampAnnotation>) {
  const { x, y, width, height } = viewBox(annotation.rect, surface);
  const colour = drawnColourOf(annotation);
  return (
    <g {...opacityOf(annotation)}>
      <rect x={x} y={y} width={width} height={height} fill="none" stroke={colour} strokeWidth={1.5} rx={3} />
      <text x={x + width / 2} y={y + height / 2} className={styles.stamp} fill={colour}>
        {stampLabel(annotation)}
      </text>
    </g>
  );
}

/** Highlights are blended with the page by multiplication, so that text stays readable. */
export function isUnder(annotation: DrawnAnnotation): annotation is TextMarkup {
  return annotation.kind === 'highlight';
}

type ToView = Surface['toView'];

function across(quad: Quad, up: number, toView: ToView): string {
  const at = (low: Point, high: Point) => {
    const [bottom, top] = [toView(low), toView(high)];
    return `${bottom.x + up * (top.x - bottom.x)} ${bottom.y + up * (top.y - bottom.y)}`;
  };
  return `M${at(quad.bottomLeft, quad.topLeft)}L${at(quad.bottomRight, quad.topRight)}`;
}

function lineLook(markup: TextMarkup) {
  const [first] = markup.quads;
  const height = first ? Math.hypot(first.topLeft.x - first.bottomLeft.x, first.topLeft.y - first.bottomLeft.y) : 12;
  return { stroke: drawnColourOf(markup), fill: 'none', strokeWidth: Math.max(0.75, height / 12) };
}

function edge(annotation: InkAnnotation | BoxAnnotation | LineAnnotation | PolyAnnotation) {
  return {
    stroke: drawnColourOf(annotation),
    strokeWidth: annotation.width ?? 1,
    fill: 'none',
    ...(annotation.style === 'dash' ? { strokeDasharray: (annotation.dashes ?? [3]).join(' ') } : {}),
  };
}

function list(points: readonly Point[]): string {
  return points.map(({ x, y }) => `${x},${y}`).join(' ');
}

function around(quad: Quad, toView: ToView): string {
  const corners = quadCorners(quad).map(toView);
  return `M${corners.map(({ x, y }) => `${x} ${y}`).join('L')}Z`;
}

/** Draws a curve through the segments' midpoints, so that even a few points look like handwriting. */
export function curve(points: readonly Point[]): string {
  const [first, second] = points;
  if (!first) return '';
  if (!second) return `M${first.x} ${first.y}h0`;
  const middles = points.slice(1, -1).map((point, index) => {
    const next = points[index + 2] as Point;
    const last = index === points.length - 3;
    const end = last ? next : { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 };
    return `Q${point.x} ${point.y} ${end.x} ${end.y}`;
  });
  return `M${first.x} ${first.y}${middles.length > 0 ? middles.join('') : `L${second.x} ${second.y}`}`;
}

function squiggle(quad: Quad, toView: ToView): string {
  const [start, end] = [toView(quad.bottomLeft), toView(quad.bottomRight)];
  const length = Math.hypot(end.x - start.x, end.y - start.y);
  const count = Math.max(1, Math.round(length / 2));
  const side = { x: (end.y - start.y) / (length || 1), y: -(end.x - start.x) / (length || 1) };
  const points = Array.from({ length: count + 1 }, (_, index) => {
    const out = index % 2 === 0 ? 1.5 : 0;
    const along = index / count;
    return `${start.x + along * (end.x - start.x) + out * side.x} ${start.y + along * (end.y - start.y) + out * side.y}`;
  });
  return `M${points.join('L')}`;
}

function isArrow(end: string | undefined): boolean {
  return end?.includes('Arrow') ?? false;
}

function arrow(tip: Point, from: Point, width: number): string {
  const angle = Math.atan2(from.y - tip.y, from.x - tip.x);
  const length = 6 + 3 * width;
  const wing = (turn: number) => ({
    x: tip.x + length * Math.cos(angle + turn),
    y: tip.y + length * Math.sin(angle + turn),
  });
  return list([wing(0.45), tip, wing(-0.45)]);
}
