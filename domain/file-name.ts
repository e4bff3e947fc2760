import { extensionOf } from './documents.ts';

/** Bytes in UTF-8. File systems allow 255, but a prefix or counter may be added. */
export const fileNameBytesMax = 200;

/** These characters could disguise an extension. */
const invisible = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]|(?![\u200c\u200d])\p{Cf}/gu;
const reservedOnWindows = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(?=\.|$)/i;

/** The returned name is safe in headers and on any file system. */
export function safeFileName(raw: string): string {
  const last = raw.replace(invisible, '').normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const cleaned = last
    .replace(/[<>:"|?*]/g, '-')
    .replace(/\s+/g, ' ')
    .replace(/^[.\s\u200c\u200d]+|[.\s\u200c\u200d]+$/g, '');
  const name = cleaned === '' ? 'document' : cleaned;
  return cutToBytes(name.replace(reservedOnWindows, '$1-'));
}

/** Replaces slashes, which do not separate folders in a title. */
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

const natural = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Sorts 'Item 2' before 'Item 10'. */
export function comparePaths(one: readonly string[], other: readonly string[]): number {
  const last = Math.min(one.length, other.length) - 1;
  for (let at = 0; at < last; at += 1) {
    const order = natural.compare(one[at] ?? '', other[at] ?? '');
    if (order !== 0) return order;
  }
  return one.length - other.length || natural.compare(one[last] ?? '', other[last] ?? '');
}
