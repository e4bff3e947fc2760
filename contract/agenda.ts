import { z } from 'zod';
import { agendaDepthMax } from '#domain/agenda.ts';
import { agendaTitleCharactersMax } from '#domain/agenda-order.ts';
import { endpoint } from './endpoint.ts';
import {
  id,
  idList,
  idParams,
  instant,
  limits,
  optionalLines,
  optionalText,
  requiredText,
  revision,
  revisionInQuery,
} from './fields.ts';
import { agendaItem, agendaItemInput, agendaPurpose } from './meetings.ts';

/** After the change. */
const agenda_revision = z.number().int();

/** What two people may edit at once; a presenter is one field with its member. */
export const agendaField = z.enum(['title', 'description', 'presenter', 'purpose', 'minutes']);
export type AgendaField = z.output<typeof agendaField>;

/** Changed by somebody else since it was read, so not written. `by` is empty where the reader may not know. */
export const agendaConflict = z.strictObject({ field: agendaField, by: z.string(), at: instant });
export type AgendaConflict = z.output<typeof agendaConflict>;

export const addAgendaItem = endpoint({
  name: 'agenda.add',
  summary: 'Add an item to a meeting’s agenda, before another or at the end',
  method: 'POST',
  path: '/ajax/meetings/:id/agenda-items',
  access: 'member',
  params: idParams,
  body: agendaItemInput.extend({ before_id: id.nullable().default(null) }),
  answer: z.strictObject({ agenda_item: agendaItem, agenda_revision }),
});

export const updateAgendaItem = endpoint({
  name: 'agenda.update',
  summary: 'Change fields of one item; what somebody else changed since `revision` is answered, not overwritten',
  method: 'PATCH',
  path: '/ajax/agenda-items/:id',
  access: 'member',
  params: idParams,
  body: z
    .strictObject({
      title: requiredText(agendaTitleCharactersMax),
      description: optionalLines(limits.descriptionCharactersMax),
      purpose: agendaPurpose.nullable(),
      presenter: optionalText(limits.presenterCharactersMax),
      /** Replaces the presenter's text by the member's name. */
      presenter_id: id.nullable(),
      minutes: z.number().int().min(0).max(limits.itemMinutesMax).nullable(),
    })
    .partial()
    /** The item's revision that the changes are based on. */
    .extend({ revision }),
  answer: z.strictObject({ agenda_item: agendaItem, agenda_revision, conflicts: z.array(agendaConflict) }),
});

export const moveAgendaItem = endpoint({
  name: 'agenda.move',
  summary: 'Put an item with its sub-items before another of its meeting or last, and on a level',
  method: 'POST',
  path: '/ajax/agenda-items/:id/move',
  access: 'member',
  params: idParams,
  body: z.strictObject({
    before_id: id.nullable(),
    /** As far as the position allows; sub-items follow. */
    depth: z.number().int().min(0).max(agendaDepthMax),
  }),
  answer: z.strictObject({ agenda_revision }),
});

export const deleteAgendaItem = endpoint({
  name: 'agenda.delete',
  summary:
    'Remove an item with the documents named; its sub-items come out one level. It stays when somebody changed it since `revision`, or when it holds other documents',
  method: 'DELETE',
  path: '/ajax/agenda-items/:id',
  access: 'member',
  params: idParams,
  query: z.strictObject({
    /** The revision that was seen. */
    revision: revisionInQuery,
    /** Ids seen on it, comma-separated. */
    documents: idList(limits.documentsPerItemMax),
  }),
  answer: z.strictObject({
    agenda_revision,
    /** Why it was kept: who changed it last or added a document; null: removed. */
    kept: agendaConflict
      .omit({ field: true })
      .extend({
        /** Null: the item itself was changed. */
        document: z.string().nullable(),
        agenda_item: agendaItem,
      })
      .nullable(),
  }),
});
