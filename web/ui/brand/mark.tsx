import { clsx } from 'clsx';

interface BrandProps {
  readonly size?: 'm' | 'l' | undefined;
  /** Spoken; without it the drawing is decoration. */
  readonly label?: string | undefined;
  readonly className?: string | undefined;
}

const NAMELESS = { 'aria-hidden': true } as const;

/** The strokes of the hemicycle, in a box of 32 × 32 with strokes of 3.5. */
export function MarkStrokes() {
  return (
    <>
      <g fill="none" stroke="currentColor" strokeWidth="3.5">
        <path d="M29.25 24.50A13.25 13.25 0 0 0 23.43 13.53" />
        <path d="M21.79 12.58A13.25 13.25 0 0 0 10.21 12.58" />
        <path d="M8.57 13.53A13.25 13.25 0 0 0 2.75 24.50" />
        <path d="M24.10 24.50A8.1 8.1 0 0 0 20.84 18.01" />
        <path d="M19.20 17.06A8.1 8.1 0 0 0 12.80 17.06" />
        <path d="M11.16 18.01A8.1 8.1 0 0 0 7.90 24.50" />
      </g>
      <path fill="currentColor" stroke="none" d="M12.5 24.5a3.5 3.5 0 0 1 7 0z" />
    </>
  );
}

export function Mark({ size = 'm', label, className }: BrandProps) {
  const classes = clsx('mark', size === 'l' && 'mark-l', className);
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: hidden without a label, named by aria-label with one
    <svg
      viewBox="0 0 32 32"
      className={classes}
      {...(label === undefined ? NAMELESS : { role: 'img', 'aria-label': label })}
    >
      <MarkStrokes />
    </svg>
  );
}
