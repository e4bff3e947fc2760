import type { ComponentProps } from 'react';

export function Tilde(props: ComponentProps<'svg'>) {
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: Icon hides it or names it
    <svg viewBox="0 0 24 24" {...props}>
      <path d="M4 14.5c2-5 5.200-5 8-2.500s6 2.500 8-2.500" />
    </svg>
  );
}
