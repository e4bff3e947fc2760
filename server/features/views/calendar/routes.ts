import { addToCalendar, addToCalendarByMagic } from '#contract/calendar.ts';
import { addToCalendarAddress, type CalendarType } from '#domain/calendar.ts';
import type { Config } from '#server/config.ts';
import type { Reader } from '#server/db/board-scope.ts';
import { notFound } from '#server/errors.ts';
import { canReadByLink } from '#server/features/core/secret-addresses/policy.ts';
import { calendarBoard } from '#server/features/homes/meetings/meeting/calendar.ts';
import { type LoadedMeeting, loadMeeting, meetingOfReader } from '#server/features/homes/meetings/meeting/queries.ts';
import { canSeeMeeting } from '#server/features/homes/meetings/meeting/visibility.ts';
import { type FileAnswer, implement, implementRead, type Route } from '#server/http/implement.ts';
import { contentDisposition } from '#server/http/send-file.ts';
import {
  calendarDescription,
  calendarFile,
  calendarFileType,
  calendarJoinUrl,
} from '#server/integrations/calendar/calendar-file.ts';

export const calendarRoutes: readonly Route[] = [
  implementRead(addToCalendar, {
    reads: { meeting: meetingOfReader },
    answer({ context, reader, params, found: { meeting } }) {
      if (meeting === null || !canSeeMeeting(reader, meeting)) throw notFound();
      return calendarAnswer(reader, context.config, { meeting, type: params.type });
    },
  }),

  implement(addToCalendarByMagic, async ({ scope, context, params }) => {
    if (scope.via.kind !== 'magic') throw notFound();
    const loaded = await loadMeeting(scope, scope.via.meetingId);
    const meeting = canReadByLink(scope) ? loaded : { ...loaded, description: '' };
    return calendarAnswer(scope, context.config, { meeting, type: params.type });
  }),
];

function calendarAnswer(
  reader: Reader,
  config: Config,
  given: { readonly meeting: LoadedMeeting; readonly type: CalendarType },
): FileAnswer {
  const { meeting, type } = given;
  if (meeting.state === 'draft' || meeting.finds_date) throw notFound();
  const board = calendarBoard(reader.board, config);
  const { timeZone, baseUrl } = board;
  const url = addToCalendarAddress(type, {
    title: meeting.title,
    start: meeting.starts_at,
    end: meeting.ends_at,
    description: calendarDescription({ meeting, baseUrl }).slice(0, vendorDescriptionCharactersMax),
    location: meeting.location || calendarJoinUrl(meeting),
    timeZone,
  });
  if (url !== null) return { kind: 'redirect', url };
  return {
    kind: 'text',
    headers: {
      'content-type': calendarFileType(meeting),
      'content-disposition': contentDisposition('attachment', {
        title: meeting.title,
        extension: 'ics',
        plainName: 'meeting',
      }),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    },
    text: calendarFile({ ...board, meeting, now: reader.now }),
  };
}

/** Calendar vendors accept URLs of only a few thousand characters. */
const vendorDescriptionCharactersMax = 1_000;
