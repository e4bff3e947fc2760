import { downloadFileName } from '#domain/file-name.ts';

/**
 * The header that names a file after a title, in any script (RFC 6266; RFC 8187 for the name's encoding). `plainName` is
 * for programs that read no other: ASCII, without the extension.
 */
export function contentDisposition(
  as: 'inline' | 'attachment',
  file: { readonly title: string; readonly extension: string; readonly plainName: string },
): string {
  const name = encodeURIComponent(downloadFileName(file.title, file.extension)).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `${as}; filename="${file.plainName}.${file.extension}"; filename*=UTF-8''${name}`;
}
