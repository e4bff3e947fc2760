const IMAGES = new Set(['jpg', 'jpeg', 'png', 'gif', 'webp', 'heic', 'svg', 'tif', 'tiff']);
const VIDEOS = new Set(['video', 'mp4', 'mov', 'webm', 'm4v']);

interface FileFamily {
  /** What colours the glyph. */
  readonly family: string;
  /** Three letters, or `image`, `link`, `video` where an icon stands instead. */
  readonly letters: string;
}

/** What the file glyph shows for an extension (`.DOCX` and `docx` alike) or for `link` and `video`. */
export function familyOf(type: string): FileFamily {
  const extension = type.toLowerCase().replace(/^\./, '');
  if (IMAGES.has(extension)) return { family: 'jpg', letters: 'image' };
  if (VIDEOS.has(extension)) return { family: 'link', letters: 'video' };
  if (extension === 'link') return { family: 'link', letters: 'link' };
  return { family: extension, letters: extension.slice(0, 3) || 'doc' };
}
