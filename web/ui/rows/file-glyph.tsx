import { clsx } from 'clsx';
import { Image, Link, Play } from 'lucide-react';
import { Icon, type IconType } from '#web/ui/icon.tsx';
import { familyOf } from './file-family.ts';
import styles from './file-glyph.module.css';

const ICONS: Readonly<Record<string, IconType>> = { image: Image, link: Link, video: Play };

interface FileGlyphProps {
  /** An extension without its dot, or `link` or `video`. */
  readonly type: string;
  readonly size?: 's' | 'm' | undefined;
}

/** A sheet with a folded corner. Always beside a readable name, so hidden from assistive technology. */
export function FileGlyph({ type, size = 'm' }: FileGlyphProps) {
  const { family, letters } = familyOf(type);
  const icon = ICONS[letters];
  return (
    <span
      data-ui="file"
      className={clsx(styles.file, size === 's' && styles['file-s'])}
      data-type={family}
      aria-hidden="true"
    >
      {icon ? <Icon of={icon} /> : letters}
    </span>
  );
}
