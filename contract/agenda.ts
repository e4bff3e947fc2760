import { z } from 'zod';
import { agendaDepthMax } from '#domain/agenda.ts';
import { agendaTitleCharactersMax } from '#domain/agenda-order.ts';
import { endpoint } from './endpoint.ts';
import {
  id,
  idList,
  instant,
  limits,
  optionalLines,
  optionalText,
  requiredText,
  revision,
  revisionInQuery,
} from './fields.ts';
import { agendaItem, agendaItemInput, agendaPurpose } from './meetings.ts';

const agenda_revision = z.number().int();

export const agendaField = z.enum(['title', 'description', 'presenter', 'purpose', 'minutes']);
export type AgendaField = z.output<typeof agendaField>;

/** A field that the server did not save, because somebody else had changed it. */
export const agendaConflict = z.strictObject({ field: agendaField, by: z.string(), at: instant });
export type AgendaConflict = z.output<typeof agendaConflict>;

export const addAgendaItem = endpoint({
  name: 'agenda.add',
  summary: 'Add an item to a meeting’s agenda, before another or at the end',
  route: 'POST /ajax/meetings/:id/agenda-items',
  access: 'member',
  body: agendaItemInput.extend({ before_id: id.nullable().default(null) }),
  answer: z.strictObject({ agenda_item: agendaItem, agenda_revision }),
});

export const updateAgendaItem = endpoint({
  name: 'agenda.update',
  summary: 'Change fields of one item; fields changed by somebody else since `revision` are returned, not overwritten',
  route: 'PATCH /ajax/agenda-items/:id',
  access: 'member',
  body: z
    .strictObject({
      title: requiredText(agendaTitleCharactersMax),
      description: optionalLines(limits.descriptionCharactersMax),
      purpose: agendaPurpose.nullable(),
      presenter: optionalText(limits.presenterCharactersMax),
      /** If set, this member's name replaces the text in `presenter`. */
      presenter_id: id.nullable(),
      minutes: z.number().int().min(0).max(limits.itemMinutesMax).nullable(),
    })
    .partial()
    .extend({ revision }),
  answer: z.strictObject({ agenda_item: agendaItem, agenda_revision, conflicts: z.array(agendaConflict) }),
});

export const moveAgendaItem = endpoint({
  name: 'agenda.move',
  summary: 'Move an item with its sub-items before another of its meeting or to the end, at a level',
  route: 'POST /ajax/agenda-items/:id/move',
  access: 'member',
  body: z.strictObject({
    before_id: id.nullable(),
    /** The server reduces a depth that is not allowed at this position. */
    depth: z.number().int().min(0).max(agendaDepthMax),
  }),
  answer: z.strictObject({ agenda_revision }),
});

export const deleteAgendaItem = endpoint({
  name: 'agenda.delete',
  summary:
    'Remove an item with the named documents; its sub-items move up one level. Rejected if somebody changed it since `revision`, or if it has other documents',
  route: 'DELETE /ajax/agenda-items/:id',
  access: 'member',
  query: z.strictObject({
    revision: revisionInQuery,
    /** Comma-separated ids of the documents that the user saw. The item is not deleted if it has other documents. */
    documents: idList(limits.documentsPerItemMax),
  }),
  answer: z.strictObject({
    agenda_revision,
    kept: agendaConflict
      .omit({ field: true })
      .extend({
        document: z.string().nullable(),
        agenda_item: agendaItem,
      })
      .nullable(),
  }),
});
