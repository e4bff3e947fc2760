import { extensionOf } from './documents.ts';

/** UTF-8 bytes; file systems stop at 255, and a prefix or a counter may be added. */
export const fileNameBytesMax = 200;

/**
 * Control and formatting characters, bidirectional overrides among them, would let a name lie about its extension.
 * The two joiners stay: Persian, Indic scripts and emoji are written with them.
 */
const invisible = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]|(?![\u200c\u200d])\p{Cf}/gu;
const reservedOnWindows = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(?=\.|$)/i;

/**
 * A name that is safe to store, to send in a header and to save on any system: the last part of a path, NFC,
 * without invisible or reserved characters, no leading or trailing dots, at most {@link fileNameBytesMax} bytes.
 * The extension survives the cutting. Never empty: 'document' when nothing is left.
 */
export function safeFileName(raw: string): string {
  const last = raw.replace(invisible, '').normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const cleaned = last
    .replace(/[<>:"|?*]/g, '-')
    .replace(/\s+/g, ' ')
    .replace(/^[.\s\u200c\u200d]+|[.\s\u200c\u200d]+$/g, '');
  const name = cleaned === '' ? 'document' : cleaned;
  return cutToBytes(name.replace(reservedOnWindows, '$1-'));
}

/**
 * The name under which a document is saved: its title with the extension of its file. A slash in a title is part of
 * what somebody wrote, not a path.
 */
export function downloadFileName(title: string, extension: string): string {
  const name = title.replace(/[/\\]/g, '-');
  return safeFileName(extensionOf(name) === extension ? name : `${name}.${extension}`);
}

function cutToBytes(name: string): string {
  const encoder = new TextEncoder();
  if (encoder.encode(name).length <= fileNameBytesMax) return name;
  const extension = extensionOf(name);
  const tail = extension === null ? '' : name.slice(-extension.length - 1);
  let stem = '';
  let room = fileNameBytesMax - encoder.encode(tail).length;
  for (const character of name.slice(0, name.length - tail.length)) {
    room -= encoder.encode(character).length;
    if (room < 0) break;
    stem += character;
  }
  return stem.replace(/[.\s\u200c\u200d]+$/, '') + tail;
}
