import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, idParams, limits, optionalText, requiredText } from './fields.ts';
import { agendaItem, agendaItemInput } from './meetings.ts';

export const addAgendaItem = endpoint({
  name: 'agenda.add',
  summary: 'Add an item at the end of a meeting’s agenda',
  method: 'POST',
  path: '/ajax/meetings/:id/agenda-items',
  access: 'member',
  params: idParams,
  body: agendaItemInput,
  answer: z.strictObject({ agenda_item: agendaItem }),
});

export const updateAgendaItem = endpoint({
  name: 'agenda.update',
  summary: 'Change one item',
  method: 'PATCH',
  path: '/ajax/agenda-items/:id',
  access: 'member',
  params: idParams,
  body: z
    .strictObject({
      title: requiredText(limits.titleCharactersMax),
      description: optionalText(limits.descriptionCharactersMax),
      presenter: optionalText(limits.presenterCharactersMax),
      minutes: z.number().int().min(0).max(limits.itemMinutesMax).nullable(),
    })
    .partial(),
  answer: z.strictObject({ agenda_item: agendaItem }),
});

export const moveAgendaItem = endpoint({
  name: 'agenda.move',
  summary: 'Put one item before another of its meeting, or last',
  method: 'POST',
  path: '/ajax/agenda-items/:id/move',
  access: 'member',
  params: idParams,
  body: z.strictObject({ before_id: id.nullable() }),
  answer: z.strictObject({ agenda_item_ids: z.array(id) }),
});

export const deleteAgendaItem = endpoint({
  name: 'agenda.delete',
  summary: 'Remove an item that holds no documents',
  method: 'DELETE',
  path: '/ajax/agenda-items/:id',
  access: 'member',
  params: idParams,
  answer: z.strictObject({}),
});
