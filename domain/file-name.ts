import { extensionOf } from './documents.ts';

/** UTF-8 bytes; file systems stop at 255, and a prefix or a counter may be added. */
export const fileNameBytesMax = 200;

/** Control and formatting characters, bidirectional overrides among them, would let a name lie about its extension. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;
const reservedOnWindows = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(?=\.|$)/i;

/**
 * A name that is safe to store, to send in a header and to save on any system: the last part of a path, NFC,
 * without invisible or reserved characters, no leading or trailing dots, at most {@link fileNameBytesMax} bytes.
 * The extension survives the cutting. Never empty: 'document' when nothing is left.
 */
export function safeFileName(raw: string): string {
  const last = raw.normalize('NFC').replace(invisible, '').split(/[/\\]/).at(-1) ?? '';
  const cleaned = last
    .replace(/[<>:"|?*]/g, '-')
    .replace(/\s+/g, ' ')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  const name = cleaned === '' ? 'document' : cleaned;
  return cutToBytes(name.replace(reservedOnWindows, '$1-'));
}

/** The name under which a document is saved: its title with the extension of its file. */
export function downloadFileName(title: string, extension: string): string {
  return safeFileName(extensionOf(title) === extension ? title : `${title}.${extension}`);
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
  return stem.replace(/[.\s]+$/, '') + tail;
}
