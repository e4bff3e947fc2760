import type { LibraryPlace } from '#contract/documents.ts';
import { limits } from '#contract/fields.ts';
import { createFolder, getLibraryTree } from '#contract/library.ts';
import { call } from '#web/api/call.ts';
import { reportFailure } from '#web/api/general-error.ts';
import { invalidateNouns } from '#web/api/queries.ts';
import { queryClient } from '#web/api/query-client.ts';
import { addUploads } from '#web/features/papers/documents/uploads/upload-center.ts';
import type { UploadRules } from '#web/features/papers/documents/uploads/upload-check.ts';
import type { DroppedFile } from './dropped-files.ts';

interface Target {
  readonly place: LibraryPlace;
  /** Under which the page lists the uploads. */
  readonly spot: string;
  readonly rules: UploadRules;
}

/** Uploads files into a place, in folders like those that they came in; where one of the name is, into that. */
export async function uploadTree(files: readonly DroppedFile[], target: Target): Promise<void> {
  try {
    const places = files.some(({ folders }) => folders.length > 0)
      ? await placesBelow(target.place)
      : new Map([['', target.place]]);
    for (const [, together] of Map.groupBy(files, ({ folders }) => pathKey(folders))) {
      const place = await placeOf(together[0]?.folders ?? [], places);
      addUploads(
        together.map(({ file }) => file),
        { spot: target.spot, place, rules: target.rules },
      );
    }
  } catch (error) {
    reportFailure(error, 'action');
  }
}

type Places = Map<string, LibraryPlace>;

/** A place and the folders at every depth of it, by their paths. Of two folders of one name the first is meant. */
async function placesBelow(place: LibraryPlace): Promise<Places> {
  const { folders } = await call(getLibraryTree);
  const places: Places = new Map();
  const add = (path: readonly string[], { kind, id }: LibraryPlace): void => {
    if (places.has(pathKey(path))) return;
    places.set(pathKey(path), { kind, id });
    for (const folder of folders) {
      const above = folder.parent_id ?? folder.category_id;
      if (above === id) add([...path, folder.name], { kind: 'folder', id: folder.id });
    }
  };
  add([], place);
  return places;
}

/** The folder that a path leads to; what of it is not there is made. */
async function placeOf(path: readonly string[], places: Places): Promise<LibraryPlace> {
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

const pathKey = (path: readonly string[]): string => path.map((name) => name.trim().toLowerCase()).join('/');
