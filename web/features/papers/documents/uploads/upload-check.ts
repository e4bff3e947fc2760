import { extensionOf } from '#domain/documents.ts';
import { generalErrors, uploadMessages } from '#domain/messages.ts';

/** Of the start-up settings. */
export interface UploadRules {
  /** Extensions without the dot. */
  readonly upload_types: readonly string[];
  /** Bytes. */
  readonly upload_bytes_max: number;
}

/** Why a file is not even sent, or null when it may be (specification, section 8 for the size). */
export function fileRefusal(file: { readonly name: string; readonly size: number }, rules: UploadRules): string | null {
  const extension = extensionOf(file.name);
  if (extension === null || !rules.upload_types.includes(extension)) {
    return `${uploadMessages.typeNotAllowed} Taken are ${typeList(rules.upload_types)}.`;
  }
  if (file.size === 0) return uploadMessages.empty;
  return file.size > rules.upload_bytes_max ? generalErrors.tooLarge : null;
}

function typeList(types: readonly string[]): string {
  return types.length < 2 ? types.join('') : `${types.slice(0, -1).join(', ')} and ${types.at(-1)}`;
}

/** For the file chooser: '.pdf', '.docx'. */
export function acceptedTypes(rules: UploadRules): string {
  return rules.upload_types.map((type) => `.${type}`).join(',');
}
