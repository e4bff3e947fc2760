import { listed } from '#domain/text.ts';

export const documentMessages = {
  gone: 'This file is no longer available.',
  uploadedOn: 'Uploaded on',
  addedOn: 'Added on',
  hasTrackedChanges: 'Has tracked changes',
  needsConnection: 'This needs a connection.',
} as const;

export const findMessages = {
  position: (which: number, total: number): string => `${which} of ${total}`,
  positionOfMany: (which: number, most: number): string =>
    `${which.toLocaleString('en')} of more than ${most.toLocaleString('en')}`,
} as const;

export const viewerMessages = {
  pages: 'Pages',
  locked: 'This document is protected by a password',
  lockedText: 'Ask the person who sent the document for the password. It is used only once and is not stored.',
  unlock: 'Open',
  passwordMissing: 'Please enter the password.',
  passwordWrong: 'This password is not correct. Please try again.',
  selectByKeys: (tool: string): string =>
    `${tool}: move with the arrow keys and select with Shift. Ctrl or Option moves by whole words. Then press Enter.`,
  unmarkable: 'This is a preview. Only PDF files and pictures can be marked.',
  signedBy: (names: readonly string[]): string =>
    `Signed by ${listed(names)}. Signatures are not checked here. To check them, open the downloaded file in a PDF program.`,
  notShown: 'This document could not be shown',
  damaged: 'The file is damaged or incomplete. You can still download it.',
} as const;

const typeNotAllowed = 'This type of file cannot be uploaded here.';

const sameFileStart = 'This file has already been added as';

export const isSameFileRefusal = (message: string): boolean => message.startsWith(sameFileStart);

export const uploadMessages = {
  typeNotAllowed,
  typeNotTaken: (types: readonly string[]): string => `${typeNotAllowed} Allowed types: ${listed(types)}.`,
  contentMismatch: 'The content of this file does not match its name.',
  empty: 'This file is empty.',
  pictureTooLarge: 'This picture has too many pixels. Upload a smaller one.',
  unpackedTooLarge: 'The content of this compressed file is too large. Upload a smaller file.',
  truncated: 'This PDF is incomplete. Please save it again in the program that made it, and upload it again.',
  incomplete: 'This file was not uploaded completely. Please upload it again.',
  needsPassword: (title: string): string => `${title} is protected by a password. Tell the readers the password.`,
  officePassword: 'This file is protected by a password. Save it without one, or upload a PDF.',
  dynamicForm: (title: string): string =>
    `${title} is a form that only Adobe Acrobat can show. Print it to a PDF in Acrobat, and upload that PDF.`,
  sameFile: (title: string): string => `${sameFileStart} “${title}”.`,
  placeFull: (most: number): string => `At most ${most} documents can be added here.`,
} as const;

export const libraryMessages = {
  sameName: 'There is already a folder with this name.',
  sameNameThere: (name: string): string => `There is already a folder named “${name}”. Rename one of them first.`,
  intoItself: 'A folder cannot be moved into itself.',
  tooDeep: (most: number): string => `Folders can be nested at most ${most} levels deep.`,
  tooManyFolders: (most: number): string => `A category can have at most ${most} folders.`,
  audienceOfTopFolders: 'Only a top-level folder of a category can have its own audience.',
  placeGone: 'First restore the deleted folder or category that contained this item.',
  holdsOthers: 'This category contains a folder that you cannot see. A board admin can delete it.',
  onlyLibraryHides: 'Only documents in the library can be hidden.',
  linksHaveNoFile: 'A link has no file to replace.',
  onlyLinksHaveAddresses: 'Only links have an address that can be changed.',
} as const;
