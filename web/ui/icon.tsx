import { clsx } from 'clsx';
import type { ComponentType } from 'react';

interface IconDrawingProps {
  className?: string;
  role?: 'img';
  'aria-label'?: string;
  'aria-hidden'?: boolean;
}

export type IconType = ComponentType<IconDrawingProps>;

interface IconProps {
  readonly of: IconType;
  readonly size?: 's' | 'm' | 'l' | undefined;
  readonly label?: string | undefined;
  readonly className?: string | undefined;
}

export function Icon({ of: Drawing, size = 'm', label, className }: IconProps) {
  const classes = clsx('icon', size === 's' && 'icon-s', size === 'l' && 'icon-l', className);
  return label === undefined ? (
    <Drawing className={classes} aria-hidden />
  ) : (
    <Drawing className={classes} role="img" aria-label={label} aria-hidden={false} />
  );
}
