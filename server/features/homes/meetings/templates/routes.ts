import * as endpoints from '#contract/meeting-templates.ts';
import { lockBoard } from '#server/db/board-lock.ts';
import { authorize } from '#server/errors.ts';
import { loadMeetingForEdit } from '#server/features/homes/meetings/meeting/commands.ts';
import { canCreateMeeting } from '#server/features/homes/meetings/meeting/policy.ts';
import { implement, implementRead, type Route } from '#server/http/implement.ts';
import * as commands from './commands.ts';
import { loadTemplate, meetingTemplates } from './queries.ts';

export const templateRoutes: readonly Route[] = [
  implementRead(endpoints.listMeetingTemplates, {
    reads: { templates: meetingTemplates },
    answer({ reader, found }) {
      authorize(canCreateMeeting(reader));
      return {
        templates: found.templates.map(({ audience_id: _, ...template }) => ({
          ...template,
          agenda_items: [...template.agenda_items],
        })),
      };
    },
  }),

  implement(endpoints.saveMeetingTemplate, async ({ scope, params, body }) => {
    await lockBoard(scope, 'audiences');
    await commands.saveTemplate(scope, await loadMeetingForEdit(scope, params.id), body.name);
  }),

  implement(endpoints.deleteMeetingTemplate, async ({ scope, params }) => {
    await commands.deleteTemplate(scope, await loadTemplate(scope, params.id));
  }),

  implement(endpoints.planMeetings, async ({ scope, params, body }) => {
    await commands.planMeetings(scope, await loadTemplate(scope, params.id), body.starts);
  }),
];
