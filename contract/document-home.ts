import { z } from 'zod';
import { id } from './fields.ts';

/** What a document stands in: the page that lists it. */
export const documentHome = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('meeting'), id }),
  z.strictObject({ kind: z.literal('announcement'), id }),
  /** `folder_id` null: in the category directly. */
  z.strictObject({ kind: z.literal('library'), category_id: id, folder_id: id.nullable() }),
]);
export type DocumentHome = z.output<typeof documentHome>;
