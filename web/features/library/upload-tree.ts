import type { LibraryPlace } from '../../../contract/documents.ts';
import { limits } from '../../../contract/fields.ts';
import { createFolder } from '../../../contract/library.ts';
import { call } from '../../api/call.ts';
import { reportFailure } from '../../api/general-error.ts';
import { invalidateNouns } from '../../api/queries.ts';
import { queryClient } from '../../api/query-client.ts';
import { addUploads } from '../documents/uploads/upload-center.ts';
import type { UploadRules } from '../documents/uploads/upload-check.ts';
import type { DroppedFile } from './dropped-files.ts';

interface Target {
  readonly place: LibraryPlace;
  /** The folders that stand there: what comes in one of the same name goes into it. */
  readonly folders: readonly { readonly id: string; readonly name: string }[];
  /** Under which the page lists the uploads. */
  readonly spot: string;
  readonly rules: UploadRules;
}

/** Uploads files into a place, in folders like those that they came in. */
export async function uploadTree(files: readonly DroppedFile[], target: Target): Promise<void> {
  const places = new Map<string, LibraryPlace>([['', target.place]]);
  for (const { name, id } of target.folders) places.set(pathKey([name]), { kind: 'folder', id });
  for (const [, together] of Map.groupBy(files, ({ folders }) => pathKey(folders))) {
    const [first] = together;
    if (first === undefined) continue;
    try {
      const place = await placeOf(first.folders, places);
      addUploads(
        together.map(({ file }) => file),
        { spot: target.spot, place, rules: target.rules },
      );
    } catch (error) {
      reportFailure(error, 'action');
      return;
    }
  }
}

/** The folder that a path leads to; what of it is not there is made. */
async function placeOf(path: readonly string[], places: Map<string, LibraryPlace>): Promise<LibraryPlace> {
  const known = places.get(pathKey(path));
  if (known !== undefined) return known;
  const above = await placeOf(path.slice(0, -1), places);
  const name = (path.at(-1) ?? '').slice(0, limits.nameCharactersMax);
  const { id } = await call(createFolder, { body: { place: above, name } });
  const made: LibraryPlace = { kind: 'folder', id };
  places.set(pathKey(path), made);
  void invalidateNouns(queryClient, ['library']);
  return made;
}

const pathKey = (path: readonly string[]): string => path.map((name) => name.toLowerCase()).join('/');
