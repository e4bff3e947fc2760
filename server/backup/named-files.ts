import type { ClientBase } from 'pg';
import { logos, people, pictureKey, pictureOfUrl } from '#server/features/members/pictures/store.ts';

export interface NamedFile {
  readonly key: string;
  /** Hexadecimal; null where no row tells. */
  readonly sha256: string | null;
}

/** Every file that a row names, as the role that reads everything. */
export async function namedFiles(client: ClientBase): Promise<readonly NamedFile[]> {
  const stored = await client.query<NamedFile>(
    `select storage_key as key, encode(sha256, 'hex') as sha256 from document_versions
     union all select preview_key, null from document_versions where preview_key is not null
     union all select storage_key, null from board_books where storage_key is not null`,
  );
  const shown = await client.query<{ kind: 'people' | 'logos'; url: string }>(
    `select 'people' as kind, img_url as url from users where img_url is not null
     union all select 'logos', logo_url from boards where logo_url is not null`,
  );
  const pictures = shown.rows.flatMap(({ kind: name, url }) => {
    const kind = name === 'people' ? people : logos;
    const id = pictureOfUrl(kind, url);
    return id === null ? [] : kind.sizes.map((size) => ({ key: pictureKey(kind, id, size), sha256: null }));
  });
  return [...stored.rows, ...pictures];
}
