import { clsx } from 'clsx';
import { Image, Link, Play } from 'lucide-react';
import { Icon, type IconType } from '#web/ui/icon.tsx';
import styles from './file-glyph.module.css';

const IMAGES = new Set(['jpg', 'jpeg', 'png', 'gif', 'webp', 'heic', 'svg', 'tif', 'tiff', 'bmp']);
const VIDEOS = new Set(['video', 'mp4', 'mov', 'webm', 'm4v']);

/** `type` is `link`, `video` or an extension, in any case and with or without its dot. */
export function familyOf(type: string): { readonly family: string; readonly letters: string } {
  const extension = type.toLowerCase().replace(/^\./, '');
  if (IMAGES.has(extension)) return { family: 'jpg', letters: 'image' };
  if (VIDEOS.has(extension)) return { family: 'link', letters: 'video' };
  if (extension === 'link') return { family: 'link', letters: 'link' };
  return { family: extension, letters: extension.slice(0, 3) || 'doc' };
}

const ICONS: Readonly<Record<string, IconType>> = { image: Image, link: Link, video: Play };

export function FileGlyph({ type, size = 'm' }: { readonly type: string; readonly size?: 's' | 'm' | undefined }) {
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
