import { extensionOf, isFileExtension } from '../../../domain/documents.ts';
import { safeFileName } from '../../../domain/file-name.ts';
import { uploadMessages } from '../../../domain/messages.ts';
import type { Config } from '../../config.ts';
import { AppError, invalid } from '../../errors.ts';

export interface Announcement {
  readonly filename: string;
  /** Bytes. */
  readonly byteLength: number;
}

/**
 * Reads what tus announces of a new upload (`Upload-Length`, `Upload-Metadata: filename <base64>`) and refuses what would
 * be refused at the end anyway: 413 for the size, 422 for the type.
 */
export function readAnnouncement(
  config: Pick<Config, 'uploadBytesMax' | 'uploadTypes'>,
  headers: { readonly length: string | undefined; readonly metadata: string | undefined },
): Announcement {
  const byteLength = Number(headers.length);
  if (headers.length === undefined || !/^\d{1,15}$/.test(headers.length))
    throw invalid({ length: uploadMessages.incomplete });
  if (byteLength === 0) throw invalid({ length: uploadMessages.empty });
  if (byteLength > config.uploadBytesMax) throw new AppError('too-large');
  const filename = safeFileName(metadataValue(headers.metadata ?? '', 'filename'));
  const extension = extensionOf(filename);
  if (extension === null || !isFileExtension(extension) || !config.uploadTypes.includes(extension)) {
    throw invalid({ filename: uploadMessages.typeNotAllowed });
  }
  return { filename, byteLength };
}

function metadataValue(metadata: string, name: string): string {
  for (const pair of metadata.split(',')) {
    const [key, value = ''] = pair.trim().split(' ');
    if (key === name) return Buffer.from(value, 'base64').toString('utf8');
  }
  return '';
}
