import { extensionOf, isFileExtension } from '#domain/documents.ts';
import { safeFileName } from '#domain/file-name.ts';
import { uploadMessages } from '#domain/messages/documents.ts';
import { pictureLimits } from '#domain/pictures.ts';
import type { Config } from '#server/config.ts';
import { AppError, invalid } from '#server/errors.ts';

export interface UploadMetadata {
  readonly filename: string;
  readonly byteLength: number;
}

/** Members who may not add documents may still upload pictures. */
export const isForPicture = (metadata: string | undefined): boolean =>
  metadataValue(metadata ?? '', 'purpose') === 'picture';

/** Throws 413 for a file that is too large and 422 for an unsupported type, before any byte is read. */
export function readUploadMetadata(
  config: Pick<Config, 'uploadBytesMax' | 'uploadTypes'>,
  headers: {
    readonly length: string | undefined;
    readonly metadata: string | undefined;
    readonly concat: string | undefined;
  },
): UploadMetadata {
  if (headers.concat !== undefined) throw invalid({ concat: uploadMessages.incomplete });
  const byteLength = Number(headers.length);
  if (headers.length === undefined || !/^\d{1,15}$/.test(headers.length))
    throw invalid({ length: uploadMessages.incomplete });
  if (byteLength === 0) throw invalid({ length: uploadMessages.empty });
  if (byteLength > config.uploadBytesMax) throw new AppError('too-large');
  const filename = safeFileName(metadataValue(headers.metadata ?? '', 'filename'));
  if (isForPicture(headers.metadata)) {
    if (byteLength > pictureLimits.bytesMax) throw new AppError('too-large');
    return { filename, byteLength };
  }
  const extension = extensionOf(filename);
  if (extension === null || !isFileExtension(extension) || !config.uploadTypes.includes(extension)) {
    throw invalid({ filename: uploadMessages.typeNotTaken(config.uploadTypes) });
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
