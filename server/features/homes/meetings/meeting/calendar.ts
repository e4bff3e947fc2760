import type { Config } from '#server/config.ts';
import type { Reader } from '#server/db/board-scope.ts';
import { baseUrlOf } from '#server/features/core/boards/queries.ts';
import type { CalendarMeeting } from '#server/integrations/calendar/calendar-file.ts';

export const calendarBoard = (
  board: Pick<Reader['board'], 'title' | 'shortname' | 'timeZone'>,
  config: Config,
): Pick<CalendarMeeting, 'timeZone' | 'baseUrl' | 'host' | 'organizer'> => ({
  timeZone: board.timeZone,
  baseUrl: baseUrlOf(config, board.shortname),
  host: new URL(config.appUrl).hostname,
  organizer: { name: board.title, email: config.mailFrom },
});
