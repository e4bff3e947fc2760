import { clsx } from 'clsx';
import type { CSSProperties } from 'react';
import { boardInitial, logoSrcset } from '#domain/identity.ts';
import styles from './board-mark.module.css';

interface BoardMarkProps {
  readonly title: string;
  readonly logoUrl?: string | null | undefined;
  readonly colour?: string | undefined;
  /** Pixels: 18, 28, 36, 64. */
  readonly size?: 'xs' | 's' | 'm' | 'l' | undefined;
}

export function BoardMark({ title, logoUrl, colour, size = 'm' }: BoardMarkProps) {
  const sizeClass = size !== 'm' && styles[`board-initial-${size}`];
  if (logoUrl) {
    return (
      <img
        src={logoUrl}
        srcSet={logoSrcset(logoUrl) ?? undefined}
        alt=""
        className={clsx(styles['board-logo'], sizeClass)}
      />
    );
  }
  return (
    <span
      data-ui="board-initial"
      className={clsx(styles['board-initial'], sizeClass, colour !== undefined && 'board-scope')}
      style={colour === undefined ? undefined : ({ '--board': colour } as CSSProperties)}
      aria-hidden="true"
    >
      {boardInitial(title)}
    </span>
  );
}
