import { listed } from '#domain/text.ts';

export const documentMessages = {
  gone: 'This file is no longer available.',
  notPreviewable: 'This file type cannot be previewed in a browser. Download now?',
  notPreviewableTitle: 'Preview not available',
  downloadFile: 'Download File',
  uploadedOn: 'Uploaded on',
  addedOn: 'Added on',
  hasTrackedChanges: 'Has tracked changes',
  viewOnYouTube: 'View on YouTube',
  viewOnVimeo: 'View on Vimeo',
  minimize: 'Minimize',
  maximize: 'Maximize',
  resetView: 'Reset View',
  close: 'Close',
} as const;

export const findMessages = {
  position: (which: number, total: number): string => `${which} of ${total}`,
  positionOfMany: (which: number, most: number): string =>
    `${which.toLocaleString('en')} of more than ${most.toLocaleString('en')}`,
} as const;

export const viewerMessages = {
  locked: 'This document opens with a password',
  lockedText: 'Ask whoever sent it. The password is used here and now, and kept nowhere.',
  unlock: 'Open',
  passwordMissing: 'Please enter the password.',
  passwordWrong: 'This is not its password. Please try again.',
  unmarkable: 'This is a preview: marks go on PDF files and pictures only.',
  signedBy: (names: readonly string[]): string =>
    `Signed by ${listed(names)}. Signatures are not checked here: a PDF program can check them in the downloaded file.`,
  notShown: 'This document could not be shown',
  damaged: 'The file is damaged, or its end is missing. It can be downloaded as it is.',
} as const;

const typeNotAllowed = 'This type of file cannot be uploaded here.';

const sameFileStart = 'This file is here already, as';

export const isSameFileRefusal = (message: string): boolean => message.startsWith(sameFileStart);

export const uploadMessages = {
  typeNotAllowed,
  typeNotTaken: (types: readonly string[]): string => `${typeNotAllowed} Taken are ${listed(types)}.`,
  contentMismatch: 'The content of this file does not match its name.',
  empty: 'This file is empty.',
  pictureTooLarge: 'This picture has too many pixels.',
  unpackedTooLarge: 'What is packed in this file is too large.',
  truncated: 'The end of this PDF is missing. Please save it again where it comes from, and upload it anew.',
  incomplete: 'This file has not arrived whole. Please upload it again.',
  needsPassword: (title: string): string => `${title} opens with a password only. Readers need to be told it.`,
  officePassword: 'This file is protected by a password. Save it without one, or upload a PDF.',
  dynamicForm: (title: string): string =>
    `${title} is a form that only Adobe Acrobat can show. Print it to a PDF there, and upload that.`,
  sameFile: (title: string): string => `${sameFileStart} “${title}”.`,
  placeFull: (most: number): string => `There is room for ${most} documents here.`,
} as const;

export const libraryMessages = {
  sameName: 'A folder of this name is here already.',
  sameNameThere: (name: string): string => `A folder named “${name}” is there already. Rename one of them first.`,
  intoItself: 'A folder cannot be moved into itself.',
  tooDeep: (most: number): string => `Folders can be nested up to ${most} deep.`,
  tooManyFolders: (most: number): string => `There is room for ${most} folders in a category.`,
  audienceOfTopFolders: 'Only a folder that stands in its category directly can have an audience of its own.',
  placeGone: 'The place where it stood is deleted. Restore that first.',
  holdsOthers: 'It holds a folder for others. A board admin can delete it.',
  onlyLibraryHides: 'Only documents in the library can be hidden.',
  linksHaveNoFile: 'A link has no file that could be replaced.',
  onlyLinksHaveAddresses: 'Only a link has an address that could be changed.',
} as const;
