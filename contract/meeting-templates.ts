import { z } from 'zod';
import { validationMessages } from '#domain/messages/general.ts';
import { plannedDatesMax } from '#domain/year-plan.ts';
import { audience } from './audience.ts';
import { endpoint } from './endpoint.ts';
import { id, limits, meetingInstant, requiredText } from './fields.ts';
import { defaultMeeting } from './meeting-lifecycle.ts';
import { agendaItemInput } from './meetings.ts';

const templateItem = agendaItemInput.extend({ copied_from: id });
export type TemplateItem = z.output<typeof templateItem>;

export const meetingTemplate = defaultMeeting.extend({
  id,
  name: z.string(),
  audience,
  /** Omits items that are withheld from at least one member. */
  agenda_items: z.array(templateItem),
});
export type MeetingTemplate = z.output<typeof meetingTemplate>;

export const listMeetingTemplates = endpoint({
  name: 'meetings.templates',
  summary: 'The templates for new meetings that the reader may use',
  route: 'GET /ajax/meeting-templates',
  access: 'member',
  answer: z.strictObject({ templates: z.array(meetingTemplate) }),
});

export const saveMeetingTemplate = endpoint({
  name: 'meetings.saveTemplate',
  summary: 'Save a meeting’s type, place, length, agenda, presenters and audience as a template, without its papers',
  route: 'POST /ajax/meetings/:id/template',
  access: 'member',
  body: z.strictObject({ name: requiredText(limits.titleCharactersMax) }),
});

export const deleteMeetingTemplate = endpoint({
  name: 'meetings.deleteTemplate',
  summary: 'Delete a template; meetings made from it remain',
  route: 'DELETE /ajax/meeting-templates/:id',
  access: 'member',
});

export const planMeetings = endpoint({
  name: 'meetings.plan',
  summary: 'Make one draft from a template for each start',
  route: 'POST /ajax/meeting-templates/:id/drafts',
  access: 'member',
  body: z.strictObject({
    starts: z
      .array(meetingInstant)
      .min(1)
      .max(plannedDatesMax)
      .refine((starts) => new Set(starts).size === starts.length, validationMessages.duplicate),
  }),
});
