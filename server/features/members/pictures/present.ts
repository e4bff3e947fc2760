import { logoSides, pictureSides } from '#server/integrations/images/pictures.ts';

export interface PictureKind {
  readonly folder: string;
  readonly sizes: readonly string[];
  readonly dropJob: string;
  readonly url: (id: string) => string;
  readonly ofUrl: RegExp;
}

export const people: PictureKind = {
  folder: 'pictures',
  sizes: Object.keys(pictureSides),
  dropJob: 'drop-picture',
  url: (id) => `/pictures/${id}`,
  ofUrl: /^\/pictures\/([a-f0-9]{64})$/,
};

export const logos: PictureKind = {
  folder: 'logos',
  sizes: Object.keys(logoSides),
  dropJob: 'drop-logo',
  url: (id) => `/conversions/${id}.png`,
  ofUrl: /^\/conversions\/([a-f0-9]{64})\.png$/,
};

export const pictureKey = (kind: PictureKind, id: string, size: string): string => `${kind.folder}/${id}-${size}`;

export function logoKeyOf(url: string | null): string | null {
  const id = pictureOfUrl(logos, url);
  return id === null ? null : pictureKey(logos, id, '2x');
}

export const pictureOfUrl = (kind: PictureKind, url: string | null): string | null =>
  url === null ? null : (kind.ofUrl.exec(url)?.[1] ?? null);
